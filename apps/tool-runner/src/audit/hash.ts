import { hash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * SHA-256 in hex over the hash of the row before and the RFC 8785 form of a row without its own hash.
 *
 * @throws Error for a number or a text that JSON does not have
 */
export function hashOfRow(prevHash: string, row: object): string {
	return hash("sha256", prevHash + canonicalize(row));
}
