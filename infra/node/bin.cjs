#!/usr/bin/env node
'use strict';
// Plain old syntax: this file must run on any Node to say that it is too old.
var version = process.versions.node.split('.').map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 13)) {
  process.stderr.write(`competency-service needs Node.js 22.13 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
import('../../dist/infra/node/main.js');
