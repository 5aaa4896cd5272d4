import { html } from '../../shared/http/html.ts';

/** The namespace of {@link packageElement}, which is the same at every service. */
export const CASE_NAMESPACE = 'urn:competency-service:case-package:1.0';

/**
 * A CFPackage as XML: CASE has no binding to XML, so it is the JSON of CASE 1.0 in one element.
 *
 * @param json its text, in pieces that end between characters
 */
export async function* packageElement(json: AsyncIterable<string>): AsyncGenerator<string> {
  yield `<case:CFPackage xmlns:case="${CASE_NAMESPACE}" version="1.0" mediaType="application/json"><![CDATA[`;
  // In JSON these characters are in texts only, where they can be escaped.
  for await (const piece of json) yield piece.replace(/[>\ufffe\uffff]/g, escaped);
  yield ']]></case:CFPackage>';
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The schema of {@link packageElement}. */
export function packageSchema(): string {
  return String(html`<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${CASE_NAMESPACE}" elementFormDefault="qualified">
  <xs:element name="CFPackage">
    <xs:annotation>
      <xs:documentation>A CFPackage of CASE, as in the response of CFPackages: JSON text.</xs:documentation>
    </xs:annotation>
    <xs:complexType>
      <xs:simpleContent>
        <xs:extension base="xs:string">
          <xs:attribute name="version" type="xs:string" use="required"/>
          <xs:attribute name="mediaType" type="xs:string" use="required"/>
        </xs:extension>
      </xs:simpleContent>
    </xs:complexType>
  </xs:element>
</xs:schema>
`);
}
