import type { Neighbours } from '../../exchange/surroundings/place.ts';
import type { RelationTo, Surroundings } from '../../exchange/surroundings/surroundings.ts';
import type { VersionState } from '../../repository/store/object-store.ts';
import { type Child, type Html, html, webAddress } from '../html.ts';
import { type AddressConfig, canonicalOf, editorPath, formatsOf, pathOf } from './addresses.ts';
import { outlineList } from './outline-list.ts';
import { filled, inLanguage, type Reader } from './reader.ts';
import type { PageWords } from './words/en.ts';

/** What a page shows. */
export type ObjectPage = {
  readonly around: Surroundings;
  /** The newest ones. */
  readonly versions: readonly VersionState[];
  /** The version that is shown. */
  readonly version: number;
  readonly isCurrent: boolean;
  readonly isPublic: boolean;
};

/** The contents of the page of an object. */
export function objectContents(page: ObjectPage, reader: Reader, config: AddressConfig): Html {
  const { described, place, outline, levels } = page.around;
  const { words } = reader;
  const edit = editorPath(described, place.root, config);
  return html`${breadcrumb(page, reader, config)}
<main>
<p class="kind">${kindOf(page, words)}</p>
<h1>${described.notation === null ? null : html`<span class="notation">${described.notation}</span> `}${reader.name(described.name)}</h1>
${page.isCurrent ? null : html`<p class="note">${words.older} <a href="${pathOf(described.id, config)}">${words.toCurrent}</a></p>`}
${described.isDraft ? html`<p class="note">${words.draft}</p>` : null}
${page.isPublic ? null : html`<p class="note">${words.readers}</p>`}
${described.statement.length === 0 ? null : html`<p class="statement">${reader.text(described.statement)}</p>`}
${edit === null ? null : html`<p><a class="action" href="${edit}">${words.edit}</a></p>`}
${outline === null ? null : outlineSection(page, reader, config)}
${neighbours('contains', words.contains, place.children, reader, config)}
${relationsSection(page.around, reader, config)}
${
  levels.length === 0
    ? null
    : section(
        'levels',
        words.levels,
        html`<ul>${levels.map((level) => html`<li>${reader.name(level.name)}${level.statement.length === 0 ? null : html` – ${reader.text(level.statement)}`}</li>`)}</ul>`,
      )
}
${neighbours('siblings', words.siblings, place.siblings, reader, config)}
${factsSection(page, reader, config)}
${otherLanguages(page, reader, config)}
${versionsSection(page, reader, config)}
${section('formats', words.formats, html`<ul class="row">${formatsOf(described.id, described.kind, config).map(({ name, path, type }) => html`<li><a href="${path}" type="${type}" rel="nofollow">${name}</a></li>`)}</ul>`)}
${section('cite', words.cite, html`<p>${citation(page, reader, config)}</p>`)}
</main>`;
}

function section(id: string, title: string, contents: Child): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${contents}
</section>`;
}

function kindOf({ around: { described } }: ObjectPage, { kinds }: PageWords): string {
  return described.kind === null ? described.type : kinds[described.kind];
}

function breadcrumb({ around: { place } }: ObjectPage, reader: Reader, config: AddressConfig): Html | null {
  const { root, otherRoots, ancestors } = place;
  if (root === null) return null;
  const link = ({ id, name }: typeof root): Html => html`<a href="${pathOf(id, config)}">${reader.name(name)}</a>`;
  return html`<nav aria-label="${reader.words.place}">
<ol class="path">${[root, ...ancestors].map((one) => html`<li>${link(one)}</li>`)}</ol>
${otherRoots.length === 0 ? null : html`<p>${reader.words.alsoIn}</p><ul class="row">${otherRoots.map((one) => html`<li>${link(one)}</li>`)}</ul>`}
</nav>`;
}

function outlineSection({ around }: ObjectPage, reader: Reader, config: AddressConfig): Html | null {
  const { outline, described } = around;
  if (outline === null) return null;
  const { rows, part, parts } = outline;
  const { words } = reader;
  const link = (to: number, rel: string, text: string): Html =>
    html`<li><a href="${pathOf(described.id, config)}?part=${to}" rel="${rel}">${text}</a></li>`;
  const pages =
    parts === 1
      ? null
      : html`<nav aria-label="${words.outline}"><ul class="row">${part > 1 ? link(part - 1, 'prev', words.previous) : null}<li>${filled(words.part, { part, parts })}</li>${part < parts ? link(part + 1, 'next', words.next) : null}</ul></nav>`;
  const list = rows.length === 0 ? html`<p>${words.empty}</p>` : outlineList(rows, reader, config);
  return section('outline', words.outline, html`<div class="outline">${list}</div>${pages}`);
}

function neighbours(
  id: string,
  title: string,
  { shown, hasMore }: Neighbours,
  reader: Reader,
  config: AddressConfig,
): Html | null {
  if (shown.length === 0) return null;
  const rows = shown.map(
    (one) =>
      html`<li><a href="${pathOf(one.id, config)}">${one.notation === null ? null : html`<span class="notation">${one.notation}</span> `}${reader.name(one.name)}</a></li>`,
  );
  return section(id, title, html`<ul>${rows}${hasMore ? html`<li>${reader.words.more}</li>` : null}</ul>`);
}

function relationsSection(
  { relations, hasMoreRelations }: Surroundings,
  reader: Reader,
  config: AddressConfig,
): Html | null {
  if (relations.length === 0) return null;
  const rows = relations.map((one) => relationItem(one, reader, config));
  return section(
    'relations',
    reader.words.relationsTitle,
    html`<ul>${rows}${hasMoreRelations ? html`<li>${reader.words.more}</li>` : null}</ul>`,
  );
}

function relationItem(relation: RelationTo, reader: Reader, config: AddressConfig): Html {
  const { type, isOutgoing, other, isStored, statedBy } = relation;
  const { words } = reader;
  const phrases: Readonly<Record<string, readonly string[]>> = words.relations;
  const phrase = (Object.hasOwn(phrases, type) ? phrases[type] : undefined)?.[isOutgoing ? 0 : 1];
  const address = webAddress(other.id);
  const end = isStored
    ? html`<a href="${pathOf(other.id, config)}">${reader.name(other.name)}</a>`
    : address === null
      ? html`<bdi>${other.id}</bdi>`
      : html`<a href="${address}" rel="nofollow noopener">${address}</a>`;
  const who = statedBy?.name ?? (statedBy && filled(words.key, { fingerprint: statedBy.fingerprint }));
  const source =
    statedBy === null
      ? null
      : html` <small>(${statedBy.fingerprint === '' ? words.statedByUnknown : filled(words.statedBy, { who: html`<bdi>${who}</bdi>` })})</small>`;
  return html`<li>${phrase ?? html`${type} ${isOutgoing ? '→' : '←'}`} ${end}${source}</li>`;
}

function factsSection(page: ObjectPage, reader: Reader, config: AddressConfig): Html {
  const { described, owners } = page.around;
  const { words } = reader;
  const address = canonicalOf(described.id, config);
  const license = described.license === null ? null : linked(described.license);
  const ownerList = owners.map(
    ({ fingerprint, name }) =>
      html`<li>${name === null ? null : html`<bdi>${name}</bdi> – `}${filled(words.key, { fingerprint: html`<code>${fingerprint}</code>` })}</li>`,
  );
  const facts: readonly (readonly [string, Child])[] = [
    [words.kind, kindOf(page, words)],
    [words.notation, described.notation],
    [words.category, reader.text(described.category)],
    [
      words.keywords,
      described.keywords.length === 0 ? null : described.keywords.map((one) => html`${inLanguage(one)} `),
    ],
    [words.publisher, described.creators.length === 0 ? null : described.creators.map((one) => html`${linked(one)} `)],
    [words.license, license],
    [words.rights, reader.text(described.rights)],
    [words.owners, ownerList.length === 0 ? words.noOwner : html`<ul>${ownerList}</ul>`],
    [words.address, html`<a href="${address}">${address}</a>`],
    [words.identifier, described.id === address ? null : linked(described.id)],
  ];
  const rows = facts.flatMap(([term, value]) =>
    value === null ? [] : [html`<div><dt>${term}</dt><dd>${value}</dd></div>`],
  );
  return section('facts', words.facts, html`<dl>${rows}</dl>`);
}

/** A text, which is a link if it is an address. */
function linked(text: string): Html {
  const address = webAddress(text);
  return address === null
    ? html`<bdi>${text}</bdi>`
    : html`<a href="${address}" rel="nofollow noopener">${address}</a>`;
}

function otherLanguages({ around: { described } }: ObjectPage, reader: Reader, config: AddressConfig): Html | null {
  const shown = reader.pick(described.name);
  const others = described.name.filter((one) => one !== shown && one.language !== null);
  if (others.length === 0) return null;
  const rows = others.map((one) => {
    const query = new URLSearchParams({ lang: one.language ?? '' });
    return html`<li><a href="${pathOf(described.id, config)}?${String(query)}" hreflang="${one.language}">${inLanguage(one)}</a></li>`;
  });
  return section('languages', reader.words.languages, html`<ul>${rows}</ul>`);
}

function versionsSection(page: ObjectPage, reader: Reader, config: AddressConfig): Html {
  const { words } = reader;
  const path = pathOf(page.around.described.id, config);
  const rows = page.versions.map(({ version, time }, index) => {
    const text = filled(words.version, { version });
    const isShown = version === page.version;
    return html`<li>${isShown ? text : html`<a href="${path}?version=${version}" rel="nofollow">${text}</a>`}, ${reader.time(time)}${index === 0 ? html` (${words.current})` : null}</li>`;
  });
  return section(
    'versions',
    words.versions,
    html`<ul>${rows}</ul>
<p><a href="${path}?history=true" rel="nofollow" type="application/json">${words.allVersions}</a></p>`,
  );
}

function citation({ around, version, versions }: ObjectPage, reader: Reader, config: AddressConfig): Html {
  const { described, place, owners } = around;
  const authors = described.creators.length > 0 ? described.creators : owners.flatMap(({ name }) => name ?? []);
  const time = versions.find((one) => one.version === version)?.time;
  const address = canonicalOf(described.id, config);
  const cited = `${address}?version=${version}`;
  return html`${authors.length === 0 ? null : html`<bdi>${authors.join('; ')}</bdi>. `}<cite>${reader.name(described.name)}</cite>. ${
    place.root === null ? null : html`${reader.name(place.root.name)}. `
  }${filled(reader.words.version, { version })}${time === undefined ? null : html`, ${reader.time(time)}`}. <a href="${cited}">${cited}</a>`;
}
