// biome-ignore-all lint/suspicious/noConsole: an example reports what it does
// Saves, reads, finds and deletes a competency with the client library:
//
//   npm install cassproject
//   node examples/first-object.mjs [http://localhost:8080/api/]
import 'cassproject'; // defines EcRepository and its other classes as globals

const { EcCompetency, EcIdentity, EcIdentityManager, EcPpk, EcRepository } = globalThis;

const repository = new EcRepository();
await repository.init(process.argv[2] ?? 'http://localhost:8080/api/');

// A key pair is your identity. Keep the private key: only its holder can change the objects that it owns.
const me = new EcIdentity();
me.displayName = 'Me';
me.ppk = await EcPpk.generateKey();
EcIdentityManager.default.addIdentity(me);

const competency = new EcCompetency();
competency.generateId(repository.selectedServer);
competency.addOwner(me.ppk.toPk());
competency.name = { '@language': 'en', '@value': 'Mend a punctured inner tube' };
await repository.saveTo(competency);
console.log('saved', competency.shortId());

const read = await EcCompetency.get(competency.shortId());
console.log('read', read.getName());

const found = await EcCompetency.search(repository, 'punctured', null, null, { size: 10 });
console.log('found', found.length, found[0].shortId());

await repository.deleteRegistered(read);
console.log('deleted');
process.exit(); // the library keeps threads for cryptography
