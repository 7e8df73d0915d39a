import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { extensionId } from "../../docker/secrets.mjs";

/** A private key that a CRX cannot be signed with; the message says why. */
export class KeyError extends Error {
	override readonly name = "KeyError";
}

/** What a private key stands for: the public key as Chrome's manifest has it (`key`, base64 of SPKI), and the id of the extension. */
export type ExtensionKey = { readonly publicKey: string; readonly id: string; readonly sign: (bytes: Buffer) => Buffer };

/**
 * Reads the key of an extension.
 *
 * @param pem RSA of at least 2,048 bits, PKCS #8 or PKCS #1
 * @throws KeyError
 */
export function readKey(pem: string): ExtensionKey {
	try {
		const key = createPrivateKey(pem);
		if (key.asymmetricKeyType !== "rsa" || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2_048)
			throw new KeyError("it is no RSA key of 2,048 bits or more");
		const spki = createPublicKey(key).export({ type: "spki", format: "der" });
		return { publicKey: spki.toString("base64"), id: extensionId(spki), sign: (bytes) => sign("sha256", bytes, key) };
	} catch (cause) {
		throw new KeyError(
			`The key cannot be used: ${cause instanceof Error ? cause.message : cause}. Make one with: openssl genrsa -out key.pem 4096`,
			{ cause },
		);
	}
}

/**
 * Packs a zip as a CRX3: magic, version 3, the header as a protocol buffer, the zip.
 *
 * @see https://source.chromium.org/chromium/chromium/src/+/main:components/crx_file/crx3.proto
 */
export function packCrx(zip: Buffer, key: ExtensionKey): Buffer {
	const spki = Buffer.from(key.publicKey, "base64");
	// SignedData { crx_id = 1 }
	const signedData = field(1, createHash("sha256").update(spki).digest().subarray(0, 16));
	const signature = key.sign(Buffer.concat([Buffer.from("CRX3 SignedData\0"), uint32(signedData.length), signedData, zip]));
	// CrxFileHeader { sha256_with_rsa = 2: AsymmetricKeyProof { public_key = 1, signature = 2 }, signed_header_data = 10000 }
	const proof = Buffer.concat([field(1, spki), field(2, signature)]);
	const header = Buffer.concat([field(2, proof), field(10_000, signedData)]);
	return Buffer.concat([Buffer.from("Cr24"), uint32(3), uint32(header.length), header, zip]);
}

/** A field of a protocol buffer that holds bytes. */
function field(number: number, bytes: Buffer): Buffer {
	return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
	const bytes: number[] = [];
	for (let rest = value; ; rest = Math.floor(rest / 128)) {
		if (rest < 128) return Buffer.from([...bytes, rest]);
		bytes.push((rest % 128) + 128);
	}
}

function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}

/**
 * The update manifest that Chrome asks for new versions.
 *
 * @param codebase address of the CRX
 */
export function updateManifest({
	id,
	version,
	codebase,
}: {
	readonly id: string;
	readonly version: string;
	readonly codebase: string;
}): string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">
	<app appid="${id}">
		<updatecheck codebase="${escapeXml(codebase)}" version="${escapeXml(version)}" />
	</app>
</gupdate>
`;
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
