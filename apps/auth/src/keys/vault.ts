import type { AccessTokenClaims, PublicJwk } from "@webhand/contracts/auth/tokens";
import { SettingError } from "@webhand/service-kit/errors";
import type { JWK } from "jose";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import type { Sealed } from "./seal.ts";
import { seal, unseal } from "./seal.ts";

/** A fresh key: the public part in the clear, the private part sealed for its key id. */
export type FreshKey = { readonly kid: string; readonly publicJwk: PublicJwk; readonly sealed: Sealed };

/** Signs claims as `at+jwt` with one key. */
export type Signer = { readonly kid: string; readonly sign: (claims: AccessTokenClaims) => Promise<string> };

/** Makes and opens signing keys; the only place where a private key is in the clear. */
export type Vault = {
	readonly make: () => Promise<FreshKey>;
	/** @throws SettingError when the key was sealed under another `KEY_ENCRYPTION_KEY` */
	readonly open: (key: FreshKey) => Promise<Signer>;
};

/** @param encryptionKey 32 bytes */
export function createVault(encryptionKey: Buffer): Vault {
	return {
		make: async () => {
			const { publicKey, privateKey } = await generateKeyPair("Ed25519", { extractable: true });
			const { x = "" } = await exportJWK(publicKey);
			const kid = await calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x });
			const publicJwk = { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "Ed25519" } as const;
			return { kid, publicJwk, sealed: seal(encryptionKey, kid, JSON.stringify(await exportJWK(privateKey))) };
		},
		open: async ({ kid, sealed }) => {
			const key = await importJWK(JSON.parse(opened(encryptionKey, kid, sealed)) as JWK, "Ed25519");
			return { kid, sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid }).sign(key) };
		},
	};
}

function opened(key: Buffer, kid: string, sealed: Sealed): string {
	try {
		return unseal(key, kid, sealed);
	} catch (cause) {
		throw new SettingError("KEY_ENCRYPTION_KEY does not open the stored signing keys. Set the one they were sealed with.", { cause });
	}
}
