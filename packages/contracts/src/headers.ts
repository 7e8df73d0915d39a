import { z } from "zod";

/** The key of a repeatable request. */
export const IdempotencyKey = z.string().regex(/^[\x20-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters");

/** Headers of a repeatable request: the same key and body get the same answer. */
export const IdempotencyHeaders = z.object({ "idempotency-key": IdempotencyKey.optional() });
