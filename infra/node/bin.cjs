#!/usr/bin/env node
'use strict';
// Old syntax, as every Node that npm still runs on reads it, to say that it is too old. The embedded store needs SQLite with FTS5.
var version = process.versions.node.split('.').map(Number);
if (version[0] < 22 || version[0] === 23 || (version[0] === 22 && version[1] < 16)) {
  process.stderr.write(
    'competency-service needs Node.js 22.16 or newer of line 22, or 24 or newer; this is ' +
      process.versions.node +
      '.\n',
  );
  process.exit(1);
}
// Node 22 calls node:sqlite experimental, once in each thread: users cannot act on that.
var emitWarning = process.emitWarning;
process.emitWarning = (...args) => {
  var type = args[1] !== null && typeof args[1] === 'object' ? args[1].type : args[1];
  if (type !== 'ExperimentalWarning') emitWarning.apply(process, args);
};
process.env.NODE_NO_WARNINGS = process.env.NODE_NO_WARNINGS || '1'; // takes effect in threads started from now on
var main = require('node:path').join(__dirname, '../../dist/infra/node/main.js');
if (!require('node:fs').existsSync(main)) {
  process.stderr.write(
    'This checkout is not built. Run `' +
      ['npm start --'].concat(process.argv.slice(2)).join(' ') +
      '` in it, or `npm run build` first.\n',
  );
  process.exit(1);
}
import('../../dist/infra/node/main.js').catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
