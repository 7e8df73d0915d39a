import type { RoutineInput } from "@webhand/contracts/routine/words";
import { faultOf, isNeeded } from "@webhand/routines/rows/check";
import { mappedValues } from "@webhand/routines/rows/mapped";

/** What a sample body gives an input: its value, or why it is none. */
export type Sampled = { readonly value?: string; readonly problem?: string; readonly isMissing?: true };

type Mapping = { readonly sample: string; readonly fields: Readonly<Record<string, string>> };

/** The sample as an object; null where it is none. @throws never */
export function readSample(sample: string): Readonly<Record<string, unknown>> | null {
	try {
		const body: unknown = JSON.parse(sample);
		return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Readonly<Record<string, unknown>>) : null;
	} catch {
		return null;
	}
}

/** What a call with the sample would give an input, as the server reads it; null without a sample or a field. @throws never */
export function sampledValue(input: RoutineInput, { sample, fields }: Mapping): Sampled | null {
	const path = fields[input.name]?.trim() ?? "";
	const body = readSample(sample);
	if (body === null || path === "") return null;
	const { values, faults } = mappedValues(body, { [input.name]: path });
	const [fault] = faults;
	if (fault !== undefined) return { problem: fault.message };
	const value = values[input.name] ?? "";
	if (value === "") return isNeeded(input) ? { isMissing: true, problem: "" } : { isMissing: true };
	const problem = faultOf(value, input);
	return problem === undefined ? { value } : { value, problem };
}

/** The mapping as the server takes it: inputs without a field are left out. @throws never */
export const givenFields = (fields: Mapping["fields"]): Record<string, string> =>
	Object.fromEntries(Object.entries(fields).flatMap(([name, path]) => (path.trim() === "" ? [] : [[name, path.trim()]])));

/**
 * A call that a shell can make: the signature is HMAC-SHA256 over `id.timestamp.body`, with the bytes behind `whsec_`.
 *
 * @throws never
 */
export function callExample({ url, secret, sample }: { readonly url: string; readonly secret: string; readonly sample: string }): string {
	const body = JSON.stringify(readSample(sample) ?? {}).replaceAll("'", "'\\''");
	return [
		`body='${body}'`,
		'id="call-$(date +%s)-$$"; at=$(date +%s)',
		`key=$(printf %s '${secret.replace(/^whsec_/, "")}' | base64 -d | od -An -v -tx1 | tr -d ' \\n')`,
		'sign=$(printf %s "$id.$at.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)',
		`curl -sS '${url}' -H 'content-type: application/json' \\`,
		'  -H "webhook-id: $id" -H "webhook-timestamp: $at" -H "webhook-signature: v1,$sign" -d "$body"',
	].join("\n");
}
