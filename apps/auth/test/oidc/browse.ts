/**
 * Follows redirects as a browser does, with cookies, until a place outside of `origin` is next.
 *
 * @returns the address of that place
 */
export async function browse(start: string, origin: string): Promise<URL> {
	const cookies = new Map<string, string>();
	let next = new URL(start);
	for (let hops = 0; next.origin === origin; hops++) {
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
		const reply = await fetch(next, { redirect: "manual", headers: { cookie } });
		for (const line of reply.headers.getSetCookie()) {
			const [name = "", value = ""] = line.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
			cookies.set(name, value);
		}
		const location = reply.headers.get("location");
		if (location === null || hops > 10) throw new Error(`the provider answered with ${reply.status}: ${await reply.text()}`);
		next = new URL(location, next);
	}
	return next;
}
