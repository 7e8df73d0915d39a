import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const parameters = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps before and after now that count: the clock of a telephone may be half a minute off. */
const window = 1;
const recoveryCodes = 10;
const base32 = "abcdefghijklmnopqrstuvwxyz234567";

/** A fresh secret of 20 random bytes in base32. */
export function makeSecret(): string {
	return new Secret({ size: 20 }).base32;
}

/** What the QR code of the secret says. @throws never */
export function uriOf(secret: string, email: string): string {
	return new TOTP({ issuer: "Webhand", label: email, secret, ...parameters }).toString();
}

/** The time step that a six-digit code belongs to, now or one before or after; `null` for a wrong code. @throws never */
export function stepOf(secret: string, code: string, now: Date): number | null {
	const timestamp = now.getTime();
	const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window, ...parameters });
	return delta === null ? null : TOTP.counter({ period: parameters.period, timestamp }) + delta;
}

/** Ten codes of 80 random bits, in groups of four for people to copy. */
export function makeRecoveryCodes(): readonly string[] {
	const make = () => Array.from(randomBytes(16), (byte) => base32[byte % 32]).join("");
	return Array.from({ length: recoveryCodes }, () => make().replaceAll(/.{4}(?=.)/g, "$&-"));
}

/** How a recovery code is stored. Against 80 random bits a slow hash adds nothing. @throws never */
export function hashOfRecoveryCode(code: string): string {
	return createHash("sha256").update(code.replaceAll("-", "")).digest("base64url");
}
