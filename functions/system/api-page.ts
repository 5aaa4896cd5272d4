import { Problem } from '../../shared/base/errors/problem.ts';
import { type Answer, fileAnswer, type StaticFiles } from '../../shared/http/answer.ts';

/** The installed files of the page, served from here so that it works without internet access. */
const INSTALLED = ['swagger-ui.css', 'swagger-ui-bundle.js'];

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

/** Allows only the files beside the page, and requests to this service. The page uses inline styles and images of its own code. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const START = `SwaggerUIBundle({ url: '../openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null });\n`;

/** The interactive page of the API description. */
export function apiPage(): Answer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
    },
    body: PAGE,
  };
}

/**
 * One file of the page.
 *
 * @throws Problem `no-such-route` (404)
 */
export async function apiPageAsset(assets: StaticFiles | null, name: string): Promise<Answer> {
  if (name === 'start.js') return fileAnswer(name, START);
  if (!INSTALLED.includes(name)) throw new Problem('no-such-route', 'There is nothing at this address.');
  const body = (await assets?.(name)) ?? null;
  if (body === null) throw new Problem('no-such-route', 'The API page is not part of this installation.');
  return fileAnswer(name, body);
}
