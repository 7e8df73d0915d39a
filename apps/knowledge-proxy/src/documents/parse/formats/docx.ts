import type { Outline } from "../outline.ts";
import { UnreadableError } from "../outline.ts";

export async function parseDocx(_bytes: Uint8Array): Promise<Outline> {
	throw new UnreadableError("MALFORMED");
}
