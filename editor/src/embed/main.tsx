import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createService } from '../service/service.ts';
import { createWords, loadWords } from '../words/words.ts';
import { EmbeddedFramework } from './embedded-framework.tsx';
import { createEmbedder } from './messages.ts';
import { readParameters } from './parameters.ts';
import './embed.css';

const editorAddress = new URL('.', document.baseURI);
const { theme, language, ...shown } = readParameters(window.location.search, navigator.languages);
const embedder = createEmbedder(window); // before the first await: the embedding page may ask as soon as this one has loaded
if (theme !== null) document.documentElement.dataset['theme'] = theme;
document.documentElement.lang = language;
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the framework.');

/** Sends no keys or cookies: the frame shows what everyone may read, also to a reader with an account. */
const service = createService({
  base: new URL('../api/', editorAddress).href,
  keys: () => [],
  fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
});
const words = await loadWords(language).catch(() => createWords(language));
createRoot(root).render(
  <StrictMode>
    <EmbeddedFramework service={service} words={words} embedder={embedder} editorAddress={editorAddress} {...shown} />
  </StrictMode>,
);
