/** The errors of the protocol that can occur here: it has sets, and every item has metadata or is deleted (OAI-PMH 2.0, 3.6). */
export type OaiErrorCode =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noMetadataFormats'
  | 'noRecordsMatch';

/** An error that the protocol reports in XML with the status 200. All others are problems with a status of HTTP. */
export class OaiError extends Error {
  readonly code: OaiErrorCode;

  /** @param message is shown to the harvester */
  constructor(code: OaiErrorCode, message: string) {
    super(message);
    this.name = 'OaiError';
    this.code = code;
  }
}
