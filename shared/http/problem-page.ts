import type { Config } from '../base/config/config.ts';
import { CATALOG } from '../base/errors/catalog.ts';
import type { Problem } from '../base/errors/problem.ts';
import type { Answer } from './answer.ts';
import { html } from './html.ts';
import { directionOf, type PageLanguage, pageLanguage, readerLanguages } from './reader-language.ts';
import { renderProblem } from './render-problem.ts';

type Words = Readonly<Record<'notFound' | 'notAcceptable' | 'start' | 'description' | 'request', string>>;

const WORDS: Readonly<Record<PageLanguage, Words>> = {
  en: {
    notFound: 'Not found',
    notAcceptable: 'Not available in this form',
    start: 'Start page',
    description: 'Description of the API',
    request: 'Request',
  },
  de: {
    notFound: 'Nicht gefunden',
    notAcceptable: 'In dieser Form nicht verfügbar',
    start: 'Startseite',
    description: 'Beschreibung der API',
    request: 'Anfrage',
  },
  es: {
    notFound: 'No encontrado',
    notAcceptable: 'No disponible en este formato',
    start: 'Página de inicio',
    description: 'Descripción de la API',
    request: 'Solicitud',
  },
  fr: {
    notFound: 'Introuvable',
    notAcceptable: 'Non disponible sous cette forme',
    start: 'Page d’accueil',
    description: 'Description de l’API',
    request: 'Requête',
  },
  ar: {
    notFound: 'غير موجود',
    notAcceptable: 'غير متاح بهذا الشكل',
    start: 'صفحة البداية',
    description: 'وصف واجهة البرمجة',
    request: 'الطلب',
  },
};

/**
 * A problem as a page for people. It loads nothing, and contains nothing of the request. Status and headers are those of the
 * problem document.
 *
 * @param requestId the id of the request in the log
 */
export function problemPage(
  problem: Problem,
  { request, id }: { readonly request: Request; readonly id: string },
  { basePath, disabledAdapters }: Pick<Config, 'basePath' | 'disabledAdapters'>,
): Answer {
  const language = pageLanguage(readerLanguages(request));
  const words = WORDS[language];
  const title = titleOf(problem, words);
  const [path, start] = disabledAdapters.includes('editor') ? ['/api/openapi/', words.description] : ['/', words.start];
  const body = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p lang="en" dir="ltr">${problem.message}</p>
      <p><a href="${basePath + path}">${start}</a></p>
      <p><small>${words.request} ${id}</small></p>
    </main>
  </body>
</html>
`;
  const { status, headers } = renderProblem(problem, 'problem+json', id);
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'Accept, Accept-Language',
    },
    body: String(body),
  };
}

function titleOf({ code }: Problem, words: Words): string {
  if (code === 'not-found' || code === 'no-such-route') return words.notFound;
  return code === 'not-acceptable' ? words.notAcceptable : CATALOG[code].title;
}
