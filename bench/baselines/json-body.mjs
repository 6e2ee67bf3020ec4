/** Reads a JSON body and answers its number of fields: what nobody can do without. */
import { text } from 'node:stream/consumers';
import { serve } from './lib/bare-http.mjs';

serve(async (request, response) => {
  const body = JSON.parse(await text(request));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ fields: Object.keys(body).length }));
});
