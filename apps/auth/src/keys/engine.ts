import type { AccessTokenClaims, JwksReply } from "@webhand/contracts/auth/tokens";
import { OwnError } from "@webhand/service-kit/errors";
import type { KeyRules, KeyStep } from "./policy.ts";
import { planKeys } from "./policy.ts";
import type { KeyStore } from "./store.ts";
import type { Signer, Vault } from "./vault.ts";

/** What the keyring needs. `locked` runs its work in one instance at a time, or not at all while another holds the lock. */
export type KeyringDeps = {
	readonly store: KeyStore;
	readonly vault: Vault;
	readonly rules: KeyRules;
	readonly locked: (work: () => Promise<void>) => Promise<void>;
	readonly now: () => Date;
};

/** The signing keys of this instance, as fresh as its last `tend`. */
export type Keyring = {
	readonly sign: (claims: AccessTokenClaims) => Promise<string>;
	/** All keys that tokens may be signed with: next, current, previous. */
	readonly publicKeys: () => JwksReply;
	/** Does what is due and takes over what other instances did. */
	readonly tend: () => Promise<void>;
	/** Takes over what other instances did. */
	readonly reload: () => Promise<void>;
};

/**
 * Opens the keyring: the first instance of an installation makes the first key. Replicas agree, since every step is planned from the
 * store under a lock and written with the state it assumes.
 *
 * @throws SettingError when the stored keys do not open
 */
export async function openKeyring(deps: KeyringDeps): Promise<Keyring> {
	let signer: Signer | undefined;
	let published: JwksReply = { keys: [] };

	const load = async () => {
		const keys = await deps.store.list();
		const current = keys.find((key) => key.state === "current");
		if (current !== undefined && current.kid !== signer?.kid) signer = await deps.vault.open(current);
		published = { keys: keys.map((key) => key.publicJwk) };
	};
	const tend = async () => {
		const isDue = async () => planKeys(await deps.store.list(), deps.now(), deps.rules);
		if ((await isDue()).length > 0) {
			await deps.locked(async () => {
				for (const step of await isDue()) await take(deps, step);
			});
		}
		await load();
	};
	await tend();
	return {
		sign: async (claims) => {
			if (signer === undefined) throw new OwnError("there is no signing key yet");
			return signer.sign(claims);
		},
		publicKeys: () => published,
		tend,
		reload: load,
	};
}

async function take(deps: KeyringDeps, step: KeyStep): Promise<void> {
	switch (step.kind) {
		case "create":
			await deps.store.add({ ...(await deps.vault.make()), state: step.state, since: deps.now() });
			return;
		case "promote":
			await deps.store.promote(step.kid, deps.now());
			return;
		case "retire":
			await deps.store.retire(step.kid, deps.now());
			return;
	}
}
