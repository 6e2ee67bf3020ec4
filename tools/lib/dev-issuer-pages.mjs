/** The pages of the development issuer; each says that it is not for production. */
import { ROLES } from './dev-issuer.mjs';

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => String(text).replace(/[&<>"']/g, (character) => ESCAPES[character]);

/** A whole page; `body` is HTML. */
const page = (title, body) => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Development issuer</title>
<style>body{font:16px sans-serif;max-width:36em;margin:3em auto;padding:0 1em}
.warning{background:#b00020;color:#fff;padding:.6em 1em}button,input{font:inherit;padding:.4em 1em;margin:.2em}</style></head>
<body><p class="warning">Development issuer: not for production. Whoever reaches it may be anybody.</p>
<h1>${escaped(title)}</h1>
${body}
</body></html>
`;

/** The login: one button for each role. */
export const loginPage = (client) =>
  page(
    'Development issuer: pick a role',
    `<p>${escaped(client)} asks who you are.</p>
<form method="post">${ROLES.map((role) => `<button name="role" value="${role}">${role}</button>`).join('\n')}</form>`,
  );

/** The page that asks for the code of a device. `form` is the provider's, with its hidden fields. */
export const codePage = (form, wrong) =>
  page(
    'Enter the code that your device shows',
    `${wrong ? '<p>This code is unknown or has expired.</p>' : ''}${form}<button type="submit" form="op.deviceInputForm">Continue</button>`,
  );

/** The page that shows the code of a device before it is confirmed. */
export const confirmPage = (form, client, code) =>
  page(
    'Is this the code that your device shows?',
    `<p>${escaped(client)}: <strong>${escaped(code)}</strong></p>${form}<button type="submit" form="op.deviceConfirmForm">Continue</button>
<button type="submit" form="op.deviceConfirmForm" value="yes" name="abort">Abort</button>`,
  );

export const donePage = () => page('Done', '<p>Your device has a token now. You may close this page.</p>');

/** @param {{ error: string, error_description?: string }} out */
export const errorPage = ({ error, error_description: description }) =>
  page('That did not work', `<p>${escaped(error)}: ${escaped(description ?? '')}</p>`);
