// A receiver of webhooks. It accepts what the service has signed, and prints what has changed.
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… PORT=8090 node webhook-receiver.mjs
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers); // fails for a wrong or an old signature
    response.writeHead(204).end(); // first accept, then work: the service waits ten seconds
    for (const { type, data } of event.data.changes ?? []) console.log(type, data.id, data.version);
  } catch {
    response.writeHead(401).end();
  }
}).listen(process.env.PORT ?? 8090, '127.0.0.1');
