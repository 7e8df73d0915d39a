import { z } from "zod";

/** Headers of a repeatable request: the same key and body get the same answer. 1 to 200 printable ASCII characters. */
export const IdempotencyHeaders = z.object({
	"idempotency-key": z
		.string()
		.regex(/^[\x20-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters")
		.optional(),
});
