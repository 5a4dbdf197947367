import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { languages } from '#domain/shared/values/language.ts';
import type { Site as SiteName } from '../security-headers.ts';
import { frontPages } from './site.ts';
import type { SiteDeployer } from './site-deployer.ts';

interface SitePagesProps {
  site: SiteName;
  /** Folder with the built sites. */
  webRoot: string;
  files: s3.IBucket;
  deployer: SiteDeployer;
  log: logs.ILogGroup;
  /** What the site's code finds at `/config.json`. */
  settings: Record<string, unknown>;
}

/**
 * The files of one site: hashed ones first and for ever, then the pages that name them. Nothing is deleted, so that a
 * page opened before a deployment still finds its files.
 */
export class SitePages extends Construct {
  constructor(scope: Construct, id: string, { site, webRoot, files, deployer, log, settings }: SitePagesProps) {
    super(scope, id);
    const folder = resolve(webRoot, `web-${site}`);
    // Pages in another language than English lie in a folder of its name.
    const translated = site === 'intake' ? languages.filter((language) => language !== 'en') : [];
    for (const page of ['index.html', frontPages[site], ...translated.map((language) => `${language}/index.html`)]) {
      if (!existsSync(join(folder, page)))
        throw new Error(`${folder} has no ${page}: build the sites first (npm run build:web)`);
    }
    deployer.mayWrite(files);
    const shared = { destinationBucket: files, role: deployer.role, prune: false, memoryLimit: 512, logGroup: log };
    const assets = new deployment.BucketDeployment(this, 'Assets', {
      ...shared,
      // CloudFront compresses by itself; the .br files beside each file are for the local server.
      sources: [deployment.Source.asset(join(folder, 'assets'), { exclude: ['**/*.br'] })],
      destinationKeyPrefix: 'assets',
      cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const unkept = { cacheControl: [deployment.CacheControl.fromString('no-cache')] };
    const pages = new deployment.BucketDeployment(this, 'Pages', {
      ...shared,
      ...unkept,
      contentLanguage: 'en',
      sources: [
        deployment.Source.asset(folder, { exclude: ['assets', ...translated, '**/*.br'] }),
        deployment.Source.jsonData('config.json', settings),
      ],
    });
    pages.node.addDependency(assets);
    for (const language of translated) {
      const others = new deployment.BucketDeployment(this, `Pages-${language}`, {
        ...shared,
        ...unkept,
        contentLanguage: language,
        sources: [deployment.Source.asset(join(folder, language), { exclude: ['**/*.br'] })],
        destinationKeyPrefix: language,
      });
      others.node.addDependency(assets);
    }
  }
}
