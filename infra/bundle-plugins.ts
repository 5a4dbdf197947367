import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Loader, Plugin } from 'esbuild';
import { allEndpoints } from '#domain/contract/endpoints.ts';
import { openapiOf } from '#domain/contract/openapi.ts';

const replaced = (name: string, filter: RegExp, contents: (path: string) => string, loader: Loader = 'js'): Plugin => ({
  name,
  setup(build) {
    build.onLoad({ filter }, ({ path }) => ({ contents: contents(path), loader }));
  },
});

/** The names that a module exports. */
const exportedNames = (source: string): string[] => {
  const declared = [...source.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm)].map(
    ([, name]) => name,
  );
  const listed = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((one) =>
      one
        .trim()
        .split(/\s+as\s+/)
        .at(-1),
    ),
  );
  return [...new Set([...declared, ...listed])].filter((name): name is string => Boolean(name) && name !== 'default');
};

/** A module that libraries refer to and no function calls; what would call it after all is told. */
const leftOut = (what: string, filter: RegExp): Plugin =>
  replaced(`without ${what}`, filter, (path) => {
    const names = exportedNames(readFileSync(path, 'utf8'));
    const stub = `const leftOut=()=>()=>{throw new Error(${JSON.stringify(`${what} is not in the bundles`)})};`;
    return [stub, ...names.map((name) => `export{leftOut as ${name}};`)].join('\n');
  });

/** Lambda gives its credentials by the environment: the chain that looks everywhere else is a hundred kilobytes. */
const environmentCredentials = replaced(
  'credentials by the environment alone',
  /credential-provider-node[/\\]dist-es[/\\]index\.js$/,
  () => `export const defaultProvider=()=>async()=>({
    accessKeyId:process.env.AWS_ACCESS_KEY_ID,
    secretAccessKey:process.env.AWS_SECRET_ACCESS_KEY,
    sessionToken:process.env.AWS_SESSION_TOKEN,
  });`,
);

/** Of a client's package.json its version alone is read. */
const versionsAlone = replaced(
  'versions alone',
  /@aws-sdk[/\\]client-[\w-]+[/\\]package\.json$/,
  (path) => JSON.stringify({ version: (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version }),
  'json',
);

/** A client's classes of errors, said in one line each: they differ in name, fault and id alone. */
const errorsInShort = replaced(
  'errors in short',
  /@aws-sdk[/\\]client-[\w-]+[/\\]dist-es[/\\]models[/\\]errors\.js$/,
  (path) => {
    const source = readFileSync(path, 'utf8');
    const [base = ''] = /^import .*$/m.exec(source) ?? [];
    const classes = [
      ...source.matchAll(
        /^export class (\w+) extends __BaseException \{\s+static shapeId = "([^"]+)";\s+name = "(\w+)";\s+\$fault = "(\w+)";/gm,
      ),
    ];
    // Of another form than the one that is known: as it is.
    if (classes.length !== (source.match(/^export class /gm) ?? []).length) return source;
    const made = `const e=(shapeId,name,fault)=>class extends __BaseException{
      static shapeId=shapeId;name=name;$fault=fault;
      constructor(options){super({name,$fault:fault,...options});Object.assign(this,options)}
    };`;
    const all = classes.map(
      ([, exported, ...rest]) =>
        `export const ${exported}=/*@__PURE__*/e(${rest.map((one) => JSON.stringify(one)).join()});`,
    );
    return [base, made, ...all].join('\n');
  },
);

/**
 * Errors that say no more than their message are not declared: what has no declaration is made of the client's own base,
 * with the name and the message that the service gave, and the product knows errors by their names.
 */
const errorsByName = replaced(
  'errors by their names',
  /@aws-sdk[/\\]client-(dynamodb|kms|secrets-manager|sts)[/\\]dist-es[/\\]schemas[/\\]schemas_0\.js$/,
  (path) =>
    readFileSync(path, 'utf8').replaceAll(
      /^export var (\w+)\$ = \[-3, n0, \w+,\n {4}\{.*\},\n {4}\[_[mM]\],\n {4}\[0\]\n\];\nn0_registry\.registerError\(\1\$, \1\);$/gm,
      'export var $1$$;',
    ),
);

/** Where each service is asked, in every region of the partition that the product is deployed to. */
export const serviceHosts = {
  'cognito-identity-provider': 'cognito-idp',
  dynamodb: 'dynamodb',
  eventbridge: 'events',
  kms: 'kms',
  'secrets-manager': 'secretsmanager',
  sesv2: 'email',
  sqs: 'sqs',
  sts: 'sts',
} as const;

/**
 * An endpoint is the service's own of its region, unless the environment names another: the rules by which clients choose
 * among those of other partitions, of FIPS and of two address families are twenty kilobytes. Whoever asks for one of these
 * by the environment is told, instead of being sent elsewhere without a word.
 */
const regionalEndpoints = replaced(
  'regional endpoints',
  new RegExp(
    `@aws-sdk[/\\\\]client-(${Object.keys(serviceHosts).join('|')})[/\\\\]dist-es[/\\\\]endpoint[/\\\\]endpointResolver\\.js$`,
  ),
  (path) => {
    // Of the package, whatever the folders are called that the project stands in.
    const [, client = ''] = /.*@aws-sdk[/\\]client-([\w-]+)[/\\]/.exec(path) ?? [];
    const host = serviceHosts[client as keyof typeof serviceHosts];
    return `export const defaultEndpointResolver=({Endpoint,Region,UseFIPS,UseDualStack})=>{
      if(UseFIPS||UseDualStack)throw new Error('FIPS and dual-stack endpoints are not in the bundles');
      return{url:new URL(Endpoint??\`https://${host}.\${Region}.amazonaws.com\`),properties:{},headers:{}}};`;
  },
);

/** Nothing asks in which partition a region is, but for what is left out above. */
const noPartitions = replaced(
  'no partitions',
  /@aws-sdk[/\\]core[/\\]dist-es[/\\].*[/\\]util-endpoints[/\\]lib[/\\]aws[/\\]partitions\.js$/,
  () => 'export const partitionsInfo={partitions:[]};',
);

/** A function is configured by its environment: no file of a home directory, and no machine that could be asked for the region. */
const environmentConfiguration = [
  replaced(
    'configuration by the environment alone',
    /@smithy[/\\]core[/\\]dist-es[/\\]submodules[/\\]config[/\\]node-config-provider[/\\]fromSharedConfigFiles\.js$/,
    () => `import{CredentialsProviderError}from"../property-provider/CredentialsProviderError";
    export const fromSharedConfigFiles=()=>async()=>{throw new CredentialsProviderError("not in the environment")};`,
  ),
  replaced(
    'region by the environment alone',
    /@smithy[/\\]core[/\\]dist-es[/\\]submodules[/\\]config[/\\]config-resolver[/\\]regionConfig[/\\]getInstanceMetadataRegion\.js$/,
    () => 'export const getInstanceMetadataRegion=async()=>undefined;',
  ),
];

/** Nothing is signed for several regions at once. */
const oneRegion = replaced(
  'signatures of one region',
  /@aws-sdk[/\\]signature-v4-multi-region[/\\]dist-es[/\\]index\.js$/,
  () => `import{SignatureV4}from"@smithy/signature-v4";
  export class SignatureV4MultiRegion extends SignatureV4{static sigv4aDependency(){return"none"}}`,
);

/** No table of ours has an endpoint to discover. */
const noEndpointDiscovery = replaced(
  'no endpoint discovery',
  /@aws-sdk[/\\]endpoint-cache[/\\]dist-es[/\\]index\.js$/,
  () => 'export class EndpointCache{}',
);

/** The document is made here, once, instead of from every schema of the product in the function that serves it. */
const openapiMadeBefore = replaced(
  'OpenAPI made before',
  /functions[/\\]reference-data[/\\]openapi-document\.ts$/,
  () => {
    // The last twentieth would take a second and a half of every synthesis.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    const document = brotliCompressSync(JSON.stringify(openapiOf(allEndpoints())), { params }).toString('base64');
    return `import{brotliDecompressSync}from'node:zlib';
    export const openapiDocument=()=>JSON.parse(brotliDecompressSync(Buffer.from('${document}','base64')).toString());`;
  },
);

/** Says of a package that it does nothing when it is only imported, so that what nobody uses of it goes. */
const libDynamodbIsPure: Plugin = {
  name: 'lib-dynamodb is pure',
  setup(build) {
    build.onResolve(
      { filter: /^@aws-sdk\/lib-dynamodb$/ },
      async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData) return undefined;
        const found = await build.resolve(path, { importer, kind, resolveDir, pluginData: true });
        return { ...found, sideEffects: false };
      },
    );
  },
};

const root = resolve(import.meta.dirname, '..');

/** The same of every module of ours. Their paths are whole: asking the bundler for each of them would take six seconds. */
const ourModulesArePure: Plugin = {
  name: 'our modules are pure',
  setup(build) {
    build.onResolve({ filter: /^(#domain|#functions|\.\.?)\/.*\.ts$/ }, ({ path, importer, resolveDir }) =>
      importer.includes('node_modules')
        ? undefined
        : { path: path.startsWith('#') ? join(root, path.slice(1)) : resolve(resolveDir, path), sideEffects: false },
    );
  },
};

/** What keeps out of a function what it does not use, where a library's own marks do not. */
export const lean: Plugin[] = [
  environmentCredentials,
  versionsAlone,
  errorsInShort,
  errorsByName,
  regionalEndpoints,
  noPartitions,
  ...environmentConfiguration,
  oneRegion,
  noEndpointDiscovery,
  openapiMadeBefore,
  leftOut('toJSONSchema', /zod[/\\]v4[/\\]core[/\\](to-json-schema|json-schema-processors|json-schema-generator)\.js$/),
  leftOut('event streams', /@smithy[/\\]core[/\\]dist-es[/\\]submodules[/\\]event-streams[/\\].*\.js$/),
  leftOut(
    'adaptive retries',
    /@smithy[/\\]core[/\\]dist-es[/\\].*[/\\](AdaptiveRetryStrategy|DefaultRateLimiter)\.js$/,
  ),
  leftOut('SHA-256 in JavaScript', /@smithy[/\\]core[/\\]dist-es[/\\].*[/\\]Sha256Js\.js$/),
  // Its package.json forgets to say so.
  libDynamodbIsPure,
  ourModulesArePure,
];
