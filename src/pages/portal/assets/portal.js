// The pages work without this script. It lets a device make and use passkeys: a form asks the portal for the challenge
// to sign, and sends the device's reply as one of its fields.
document.documentElement.dataset.script = 'on';

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const named = (list) => list?.map((each) => ({ ...each, id: bytes(each.id) }));

async function made(options) {
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: named(options.excludeCredentials),
    },
  });
  const { clientDataJSON, attestationObject } = credential.response;
  return {
    ...plain(credential),
    response: {
      clientDataJSON: text(clientDataJSON),
      attestationObject: text(attestationObject),
      transports: credential.response.getTransports?.() ?? [],
    },
  };
}

async function signed(options) {
  const credential = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      allowCredentials: named(options.allowCredentials),
    },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  return {
    ...plain(credential),
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      ...(userHandle && { userHandle: text(userHandle) }),
    },
  };
}

function plain(credential) {
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
  };
}

/** Asks the portal for the challenge, and sends the form with the reply of the person's device. */
async function confirm(form) {
  const said = form.querySelector('[role=alert]');
  try {
    const body = new URLSearchParams({ formKey: form.elements.formKey.value });
    const asked = await fetch(form.dataset.asks, { method: 'POST', body });
    // The person must first confirm the identity: the page for that is shown.
    if (asked.redirected) return location.assign(asked.url);
    if (!asked.ok) throw new Error('the portal did not answer');
    const reply = await (form.dataset.passkey === 'new' ? made : signed)(await asked.json());
    form.elements.passkey.value = JSON.stringify(reply);
    form.submit();
  } catch {
    said.textContent = 'Your device has not confirmed. Try again, or use another way.';
  }
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential) continue;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    if (form.elements.passkey.value) return;
    event.preventDefault();
    void confirm(form);
  });
}

// The button that copies a field works only with this script, so only the script shows it.
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    void navigator.clipboard.writeText(field.value).then(() => (button.textContent = 'Copied'));
  });
}
