/** State of a signing key: published, signing, still accepted, dropped. */
export type KeyState = "next" | "current" | "previous" | "retired";

/** What the decision looks at; `since` is when the key came into its state. */
export type KeyFacts = { readonly kid: string; readonly state: KeyState; readonly since: Date };

/** How long keys stay: `signDays` as the current one, `publishMs` before it signs, `believeMs` after it signed. */
export type KeyRules = { readonly signMs: number; readonly publishMs: number; readonly believeMs: number };

/** One change to the keys. `promote` makes the next key current and the current one previous. */
export type KeyStep =
	| { readonly kind: "create"; readonly state: "next" | "current" }
	| { readonly kind: "promote"; readonly kid: string }
	| { readonly kind: "retire"; readonly kid: string };

/** Rules of this installation: 30 days, 10 minutes, and the life of a token plus 5 minutes. */
export function keyRules(tokenSeconds: number): KeyRules {
	return { signMs: 30 * 86_400_000, publishMs: 600_000, believeMs: (tokenSeconds + 300) * 1_000 };
}

/**
 * Says what is due. The first key of all signs at once, since nobody can hold an older set; every later one is published first, so that
 * services know it before they meet it.
 *
 * @param keys all keys but the retired ones, in any order
 * @returns steps to do in this order; empty when nothing is due
 * @throws never
 */
export function planKeys(keys: readonly KeyFacts[], now: Date, rules: KeyRules): readonly KeyStep[] {
	const age = (key: KeyFacts) => now.getTime() - key.since.getTime();
	const current = keys.find((key) => key.state === "current");
	const next = keys.find((key) => key.state === "next");
	const retired = keys
		.filter((key) => key.state === "previous" && age(key) >= rules.believeMs)
		.map((key): KeyStep => ({ kind: "retire", kid: key.kid }));
	if (current === undefined && next === undefined) return [...retired, { kind: "create", state: "current" }];
	if (next !== undefined && age(next) >= rules.publishMs) return [...retired, { kind: "promote", kid: next.kid }];
	const isDue = next === undefined && current !== undefined && age(current) >= rules.signMs;
	return isDue ? [...retired, { kind: "create", state: "next" }] : retired;
}

/** What replaces a retired key: nothing, the next key at once, or a fresh key that signs at once. */
export type Successor = { readonly kind: "none" } | { readonly kind: "promote"; readonly kid: string } | { readonly kind: "create" };

/**
 * Says what signs once a key is retired before its time. Without a current key nobody could sign in, so its successor does not wait until
 * services had time to read it: they ask for a key id that they do not know.
 *
 * @throws never
 */
export function successorOf(retired: KeyFacts, keys: readonly KeyFacts[]): Successor {
	if (retired.state !== "current") return { kind: "none" };
	const next = keys.find((key) => key.state === "next");
	return next === undefined ? { kind: "create" } : { kind: "promote", kid: next.kid };
}
