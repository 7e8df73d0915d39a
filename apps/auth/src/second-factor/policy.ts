/**
 * May a sign-in that waits for a second factor enrol one? With a password it may; through a provider only where no password exists, since
 * a provider could otherwise take over the account in all its tenants.
 *
 * @throws never
 */
export function mayChangeFactor(
	waiting: { readonly method: "password" | "provider" },
	account: { readonly hasPassword: boolean },
): boolean {
	return waiting.method === "password" || !account.hasPassword;
}
