/** Builds what is deployed to Cloudflare Workers, in `dist/workers/`: the worker, and the files of the API page beside it. */
import { buildWorker } from '../../infra/workers/build.ts';

const { bytes } = await buildWorker(new URL('../../dist/workers/', import.meta.url));
console.log(`dist/workers/worker.js: ${Math.round(bytes / 1000)} KB minified`);
