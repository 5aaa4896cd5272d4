import type { Role } from './column-roles.ts';

/**
 * Names of columns, without case and signs, as tools of CASE, CTDL-ASN, ASN and CaSS write them, and in the languages of the editor.
 * They are exact: a header with one of these names takes precedence over one that only begins like it.
 */
const NAMES: readonly (readonly [Role, readonly string[]])[] = [
  ['name', ['fullstatement', 'competencytext', 'name', 'preflabel', 'statement', 'competencyname', 'statementtext']],
  ['description', ['description', 'notes', 'comment', 'definition']],
  ['notation', ['humancodingscheme', 'codednotation', 'statementnotation', 'notation', 'code', 'codigo', 'código']],
  ['numbering', ['smartlevel', 'outlinenumber', 'hierarchynumber']],
  ['id', ['identifier', 'id', 'uniqueidentifier', 'itemidentifier', 'guid', 'uuid', 'uri', 'asnidentifier']],
  [
    'parent',
    ['ischildof', 'parent', 'parentid', 'parentidentifier', 'parentitemidentifier', 'parenturi', 'parentguid'],
  ],
  ['sequence', ['sequencenumber', 'sequence', 'sortorder', 'displayorder', 'reihenfolge', 'orden', 'ordre']],
  ['abbreviated', ['abbreviatedstatement', 'shortstatement', 'abbreviation']],
  ['subject', ['subject', 'subjects']],
  ['ctid', ['ctid']],
  ['category', ['cfitemtype', 'itemtype', 'competencycategory', 'statementlabel', 'statementtype']],
  ['label', ['alternativelabel', 'competencylabel']],
  ['list-id', ['listenumeration', 'listid', 'listnumber']],
  ['keywords', ['conceptkeywords', 'conceptkeyword', 'keywords', 'keyword', 'tags', 'schlagworte', 'motsclés']],
  [
    'education',
    ['educationlevel', 'educationlevels', 'educationleveltype', 'gradelevel', 'gradelevels', 'grade', 'grades'],
  ],
  ['languages', ['language', 'languages', 'inlanguage', 'sprache', 'idioma', 'langue']],
  ['license', ['license', 'licence', 'licenseuri', 'lizenz', 'licencia']],
  ['rights', ['rights', 'accessrights']],
  ['rights-holder', ['rightsholder', 'copyrightholder']],
  ['copyright-year', ['datecopyrighted', 'copyrightyear']],
  ['valid-from', ['statusstartdate', 'datevalidfrom', 'validfrom']],
  ['valid-through', ['statusenddate', 'datevaliduntil', 'validthrough']],
  ['author', ['author', 'authors']],
  ['creator', ['creator', 'creators']],
  ['publisher-name', ['publishername', 'publisher']],
  ['source', ['source', 'officialsourceurl']],
  ['scope', ['scope']],
  ['related', ['isrelatedto', 'relatedto']],
  ['replaced-by', ['replacedby', 'isreplacedby', 'supersededby']],
  ['exemplar', ['exemplar', 'exemplars']],
];

const BY_NAME = new Map(NAMES.flatMap(([role, names]) => names.map((name) => [name, role] as const)));

/** Names whose prefix makes a difference. */
const PREFIXED: ReadonlyMap<string, Role> = new Map([
  ['@type', 'kind'],
  ['ceasn:publisher', 'publisher'],
]);

/** Beginnings of headers: the first match wins. */
const BEGINNINGS: readonly (readonly [Role, RegExp])[] = [
  ['parent', /^(?:parent|is ?child ?of|broader|übergeordnet|padre)(?!.*text$)/],
  ['depth', /^(?:depth|tiefe|indent(?:ation)?|level|ebene|niveau|nivel)$/],
  ['level', /^(?:level|ebene|niveau|nivel|l)[ _.-]?\d+$/],
  ['level', /^(?:domain|strand|cluster|sub-?domain|area|unit|bereich)\b/],
  ['notation', /^(?:(?:coded ?)?notation|code|number|no\.?|nr\.?|numbering|nummer)$/],
  ['id', /^(?:@id|key)$/],
  ['category', /^(?:type|kind|item ?type|category|art|typ)$/],
  ['description', /^(?:description|definition|comment|notes?|details|beschreibung|descripción|descripcion)/],
  [
    'name',
    /^(?:name|title|label|competenc(?:y|e)|statement|full ?statement|skill|text|kompetenz|bezeichnung|nombre|nom|titre|titel)/,
  ],
];

/** What a header says of its column, and whether it is the exact name of a column of a tool. */
export function roleOfHeader(header: string): { readonly role: Role; readonly isExact: boolean } {
  const own = PREFIXED.get(header);
  if (own !== undefined) return { role: own, isExact: true };
  const name = header
    .replace(/^[a-z]+:/, '')
    .toLowerCase()
    .replaceAll('_', ' ')
    .trim();
  const exact = BY_NAME.get(name.replace(/[^\p{L}\p{N}]/gu, ''));
  if (exact !== undefined) return { role: exact, isExact: true };
  return { role: BEGINNINGS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'ignore', isExact: false };
}
