import type { KeyObject } from "node:crypto";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A certificate and its key, both PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

/** A root of our own that nobody else trusts. `issue` makes certificates of servers for these DNS names. */
export type Authority = { readonly cert: string; readonly issue: (...hosts: readonly string[]) => Certificate };

/**
 * Makes a root certificate and servers' certificates under it, ECDSA P-256, good for a day. For tests over TLS: no tool and no stored key
 * is needed.
 */
export function createAuthority(commonName = "Test root"): Authority {
	const root = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const issuer = { name: commonName, key: root.privateKey };
	const isAuthority = extension("551d13", sequence(Buffer.from([0x01, 0x01, 0xff])), true);
	const cert = certificate({ subject: commonName, publicKey: root.publicKey, issuer, extensions: [isAuthority] });
	return {
		cert,
		issue: (...hosts) => {
			const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
			const names = extension("551d11", sequence(...hosts.map((host) => der(0x82, Buffer.from(host, "ascii")))));
			return {
				cert: certificate({ subject: hosts[0] ?? "server", publicKey: own.publicKey, issuer, extensions: [names] }),
				key: own.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
			};
		},
	};
}

type Wish = {
	readonly subject: string;
	readonly publicKey: KeyObject;
	readonly issuer: { readonly name: string; readonly key: KeyObject };
	readonly extensions: readonly Buffer[];
};

const dayMs = 86_400_000;
const ecdsaWithSha256 = sequence(objectId("2a8648ce3d040302"));

function certificate({ subject, publicKey, issuer, extensions }: Wish): string {
	const now = Date.now();
	const body = sequence(
		der(0xa0, integer(Buffer.from([2]))),
		integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
		ecdsaWithSha256,
		nameOf(issuer.name),
		sequence(utcTime(now - dayMs / 24), utcTime(now + dayMs)),
		nameOf(subject),
		publicKey.export({ type: "spki", format: "der" }),
		der(0xa3, sequence(...extensions)),
	);
	const signature = sign("sha256", body, issuer.key);
	const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
	const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
	return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** One element of DER: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
	const { length } = content;
	const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
	return der(0x30, Buffer.concat(parts));
}

function integer(bytes: Buffer): Buffer {
	return der(0x02, bytes);
}

function objectId(hex: string): Buffer {
	return der(0x06, Buffer.from(hex, "hex"));
}

function extension(idHex: string, content: Buffer, isCritical = false): Buffer {
	const critical = isCritical ? [Buffer.from([0x01, 0x01, 0xff])] : [];
	return sequence(objectId(idHex), ...critical, der(0x04, content));
}

function nameOf(commonName: string): Buffer {
	return sequence(der(0x31, sequence(objectId("550403"), der(0x0c, Buffer.from(commonName)))));
}

function utcTime(ms: number): Buffer {
	const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
	return der(0x17, Buffer.from(digits.slice(2), "ascii"));
}
