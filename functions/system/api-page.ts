import { Problem } from '../../shared/errors/problem.ts';
import type { Answer } from '../../shared/http/answer.ts';

/** Files of the API page by name; null when there is no such file. */
export type ApiPageAssets = (name: ApiPageAsset) => Promise<Uint8Array<ArrayBuffer> | null>;

/** The files that the page needs, and their media types: served by us, so that it works where there is no internet. */
const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
} as const;

export type ApiPageAsset = keyof typeof ASSETS;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of the competency service</title>
<link rel="stylesheet" href="swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: '../openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null });\n`;

/** The interactive rendering of the API description. */
export function apiPage(): Answer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    },
    body: PAGE,
  };
}

/**
 * One file of the page.
 *
 * @throws Problem `no-such-route` (404)
 */
export async function apiPageAsset(assets: ApiPageAssets | null, name: string): Promise<Answer> {
  const asset = (Object.keys(ASSETS) as ApiPageAsset[]).find((candidate) => candidate === name);
  if (asset === undefined) throw new Problem('no-such-route', 'There is nothing at this address.');
  const body = asset === 'start.js' ? START : ((await assets?.(asset)) ?? null);
  if (body === null) throw new Problem('no-such-route', 'The API page is not part of this installation.');
  return { status: 200, headers: { 'content-type': ASSETS[asset], 'cache-control': 'public, max-age=86400' }, body };
}
