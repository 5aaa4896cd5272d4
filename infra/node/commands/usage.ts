/** The output of `--help`. */
export const USAGE = `Usage: competency-service [command]

Commands:
  serve                  serves the API; what happens without a command
  export [--out <file>]  writes every object with all its versions, one version per line (newline-delimited JSON),
                         and every stored identity, encrypted as it is
  import <file>          moves in what an export wrote, or JSON-LD objects, one per line
  import --from <url>    copies all objects with their versions from another server, and its identities when it is one
                         of this kind and gives its export
  replicate status       says how far the server that SVC_REPLICATION_ENDPOINT names is replicated, and what was refused
  replicate once         pulls now what it has and this service has not
  keys show              lists the keys of the server, by fingerprint
  keys backup <file>     copies them to a new file
  keys restore <file>    writes those of a backup that are missing
  keys rotate [profile]  gives the server another admin key, or profile key, with the rights of the former one
  keys reseal            encrypts the stored keys of users with the newest key of the secret masterKey
  audit verify <file>... checks that log files are as they were written, and names the first line that does not fit

Options of export:
  --out <file>     where to; - or nothing: standard output. Compressed with gzip when the name ends in .gz

Import reads standard input when <file> is -, and gunzips a name that ends in .gz.

Options of import --from:
  --key <file>     RSA private key (PEM) that proves who asks, so that what only its holder may read comes too; repeatable
  --secret <file>  the admin secret of that server (skyId.secret), when it is one of this kind: everything comes
  --window <n>     results that the server shows of one search, when its operator made them other than 10000
  --restart        starts from the beginning instead of where an earlier run stopped

Options of replicate once:
  --restart        from the beginning, also what was refused before

Options of audit verify:
  --key <file>     public key (PEM) that the log was signed with; repeatable. Nothing: the admin key of this service

Export and import work on the store that the settings name, also while a service runs on it: docs/operate/configure.md, docs/operate/move.md.

  -h, --help       this text
  --version        the version

Exit code: 0 when all went in or out, 1 when something did not, 2 when the command line is wrong.
`;

/** The command line is wrong; the message tells why. */
export class UsageError extends Error {}
