import { StackError } from "../errors.ts";

/** Scheme, user and hosts · database · options. `URL` reads no list of hosts, which every replica set of several nodes has. */
const parts = /^(mongodb(?:\+srv)?:\/\/[^/?#\s]+)(?:\/([^?#\s]*))?(?:\?([^#\s]*))?$/;

/**
 * The address of one database on an external server. A user keeps its authentication database: in the database that the address
 * named, if it says no other place.
 *
 * @throws StackError with exit code 3 when it is no address; the message does not repeat it, since a password may stand in it
 */
export function addressOfDatabase(given: string, database: string): string {
	const [, server, named = "", query = ""] = parts.exec(given) ?? [];
	if (server === undefined)
		throw new StackError("MONGODB_URI is not an address such as mongodb://127.0.0.1:27017/?replicaSet=rs0.", { exitCode: 3 });
	const options = new URLSearchParams(query);
	if (server.includes("@") && !options.has("authSource")) options.set("authSource", decodeURIComponent(named) || "admin");
	return `${server}/${database}${options.size === 0 ? "" : `?${options}`}`;
}
