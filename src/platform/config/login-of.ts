/** The user and the password of an address, decoded. Undefined: one of them has a `%` that stands for no character. */
export function loginOf({
  username,
  password,
}: URL): { readonly user: string; readonly password: string } | undefined {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
