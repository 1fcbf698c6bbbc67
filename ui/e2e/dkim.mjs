// An independent judge of DKIM signatures for the tests, by mailauth.
// `keys FOLDER` makes a key of each kind there and prints the records for the DNS, as one object of JSON;
// `verify RECORD` reads a mail and prints what its signatures are worth, with RECORD as everybody's record.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';

const [task, given] = process.argv.slice(2);

function makeKey(kind, options, form, record) {
  const { publicKey, privateKey } = generateKeyPairSync(kind, options);
  writeFileSync(`${given}/${form}-${kind}.pem`, privateKey.export({ type: form, format: 'pem' }));
  return record(publicKey);
}

const rsa = (key) =>
  `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`;
// The last 32 bytes are the key itself (RFC 8463).
const ed25519 = (key) =>
  `v=DKIM1; k=ed25519; p=${key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`;

if (task === 'keys') {
  const records = {
    'pkcs8-rsa': makeKey('rsa', { modulusLength: 2048 }, 'pkcs8', rsa),
    'pkcs1-rsa': makeKey('rsa', { modulusLength: 2048 }, 'pkcs1', rsa),
    'pkcs8-ed25519': makeKey('ed25519', {}, 'pkcs8', ed25519),
  };
  process.stdout.write(JSON.stringify(records));
} else {
  const judged = await dkimVerify(readFileSync(0), { resolver: async () => [[given]] });
  const results = judged.results.map(({ status, signingDomain, selector, signingHeaders }) => ({
    result: status.result,
    comment: status.comment,
    domain: signingDomain,
    selector,
    headers: signingHeaders?.keys,
  }));
  process.stdout.write(JSON.stringify(results));
}
