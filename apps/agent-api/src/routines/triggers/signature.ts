import { timingSafeEqual } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** A call as it came. */
export type SignedCall = {
	readonly id: string | undefined;
	readonly timestamp: string | undefined;
	readonly signature: string | undefined;
	readonly body: Uint8Array;
};

/** The signature of a call, as Standard Webhooks has it. @param secret `whsec_` and base64 @throws never */
export function signatureOf(
	secret: string,
	{ id, timestamp, body }: Pick<SignedCall, "body"> & { readonly id: string; readonly timestamp: string },
): string {
	return new Webhook(secret).sign(id, new Date(Number(timestamp) * 1_000), Buffer.from(body).toString());
}

/**
 * True for a call that this secret signed within the window, in the past or, by another clock, in the future.
 *
 * @param now in milliseconds
 * @throws never
 */
export function isGenuine(
	{ id, timestamp, signature, body }: SignedCall,
	{ secret, now, windowSeconds }: { readonly secret: string; readonly now: number; readonly windowSeconds: number },
): boolean {
	// A dot would let one signed call be read as another one.
	if (id === undefined || !/^[\w-]{1,128}$/.test(id) || timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
	if (Math.abs(now / 1_000 - Number(timestamp)) > windowSeconds) return false;
	const meant = Buffer.from(signatureOf(secret, { id, timestamp, body }));
	return (signature ?? "").split(" ").some((one) => {
		const given = Buffer.from(one);
		return given.length === meant.length && timingSafeEqual(given, meant);
	});
}
