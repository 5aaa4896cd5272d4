/** Texts of an embedded framework, and of the way to embed it. */
export const embed = {
  'embed.open': 'Open in the editor',
  'embed.below': 'What is below {name}',
  'embed.no-description': 'No description.',
  'embed.no-framework': 'The address of this frame names no framework.',
  'embed.private': 'This framework does not exist, or not everyone may read it.',
  'embed.title': 'On another website',
  'embed.help':
    'This code shows the framework on a page of yours: its outline, with descriptions, as everyone may read it. Websites may show it unless those who run this service have restricted that.',
  'embed.code': 'Code for the page',
  'embed.private-help': 'This framework is private: the frame would be empty.',
} as const;
