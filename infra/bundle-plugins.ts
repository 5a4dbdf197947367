import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
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
      ([, exported, ...rest]) => `export const ${exported}=e(${rest.map((one) => JSON.stringify(one)).join()});`,
    );
    return [base, made, ...all].join('\n');
  },
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
    const document = brotliCompressSync(JSON.stringify(openapiOf(allEndpoints()))).toString('base64');
    return `import{brotliDecompressSync}from'node:zlib';
    export const openapiDocument=()=>JSON.parse(brotliDecompressSync(Buffer.from('${document}','base64')).toString());`;
  },
);

/** Says of modules that they do nothing when they are only imported, so that those whose exports nobody uses go. */
const withoutSideEffects = (name: string, filter: RegExp, inOurs = false): Plugin => ({
  name,
  setup(build) {
    build.onResolve({ filter }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData || (inOurs && importer.includes('node_modules'))) return undefined;
      const found = await build.resolve(path, { importer, kind, resolveDir, pluginData: true });
      return { ...found, sideEffects: false };
    });
  },
});

/** What keeps out of a function what it does not use, where a library's own marks do not. */
export const lean: Plugin[] = [
  environmentCredentials,
  versionsAlone,
  errorsInShort,
  noEndpointDiscovery,
  openapiMadeBefore,
  leftOut('toJSONSchema', /zod[/\\]v4[/\\]core[/\\](to-json-schema|json-schema-processors|json-schema-generator)\.js$/),
  leftOut('event streams', /@smithy[/\\]core[/\\]dist-es[/\\]submodules[/\\]event-streams[/\\].*\.js$/),
  // Its package.json forgets to say so.
  withoutSideEffects('lib-dynamodb is pure', /^@aws-sdk\/lib-dynamodb$/),
  withoutSideEffects('our modules are pure', /^(#domain|#functions|\.\.?)\//, true),
];
