/**
 * Builds what a deployment to AWS uploads: a bundle per function in `dist/aws/`, then a zip per function and the CloudFormation
 * template in `.serverless/`; needs neither a network nor credentials. `--bundles` builds the bundles alone, `--deploy` uploads
 * too. What follows is for the framework, such as `--stage prod`. SIZE in the environment is `large` or `small`;
 * BUNDLES and PACKAGES are other folders of this repository than `dist/aws` and `.serverless`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, parseEnv } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { bundleFunctions } from './package/bundle.ts';
import { FUNCTIONS, SMALL } from './package/functions.ts';

const ROOT = new URL('../../', import.meta.url);

const description: object = JSON.parse(await readFile(new URL('functions/system/openapi.json', ROOT), 'utf8'));
const { valid, errors } = await new Validator().validate({ ...description });
if (!valid) throw new Error(`functions/system/openapi.json is not valid OpenAPI: ${JSON.stringify(errors)}`);

const [mode, ...others] = process.argv.slice(2);
const given = mode === '--bundles' || mode === '--deploy' ? others : process.argv.slice(2);
const size = process.env.SIZE || (await settingsOf(given))['SIZE'] || 'large';
if (size !== 'large' && size !== 'small') throw new Error(`SIZE is "${size}", but must be large or small.`);

const bundles = await bundleFunctions(
  new URL(`${process.env.BUNDLES || 'dist/aws'}/`, ROOT),
  size === 'small' ? [SMALL] : FUNCTIONS,
);
const packages = process.env.PACKAGES || '.serverless';
const zipped = mode !== '--bundles';
if (zipped) runFramework(mode === '--deploy' ? 'deploy' : 'package', given);

console.log('\nfunction              bundle     later     limit       zip');
for (const { source, bytes, lazyBytes } of bundles) {
  const zip = zipped ? (await stat(new URL(`${packages}/${source.name}.zip`, ROOT))).size : null;
  const figures = [bytes, lazyBytes, source.limit, zip].map((figure) =>
    (figure === null ? '' : kilobytes(figure)).padStart(10),
  );
  console.log(source.name.padEnd(18) + figures.join(''));
  if (bytes > source.limit) {
    console.error(`The bundle of ${source.name} is above its limit.`);
    process.exitCode = 1;
  }
}

/** The settings in the file that the framework reads for this stage. */
async function settingsOf(options: readonly string[]): Promise<NodeJS.Dict<string>> {
  const { values } = parseArgs({ args: [...options], options: { stage: { type: 'string' } }, strict: false });
  const file = [`.env.${values.stage ?? 'dev'}`, '.env']
    .map((name) => new URL(name, ROOT))
    .find((url) => existsSync(url));
  return file === undefined ? {} : parseEnv(await readFile(file, 'utf8'));
}

/** Has the framework make zips and template, or upload them too, with the Node that runs this. */
function runFramework(command: 'package' | 'deploy', options: readonly string[]): void {
  const place = command === 'package' ? ['--package', packages] : [];
  const config = size === 'small' ? 'serverless-small.yml' : 'serverless.yml';
  const serverless = fileURLToPath(new URL('node_modules/serverless/bin/serverless.js', ROOT));
  const { status, error } = spawnSync(
    process.execPath,
    [serverless, command, '--config', config, ...place, ...options],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, SLS_TELEMETRY_DISABLED: '1', SLS_NOTIFICATIONS_MODE: 'off' },
    },
  );
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1); // its output has the reason
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
