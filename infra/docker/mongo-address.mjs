// The address of one database on a server that somebody else runs: for the Secret of the Helm chart and for `npm start` with MONGODB_URI.

/** Scheme, user and hosts · database · options. `URL` reads no list of hosts, which every replica set of several nodes has. */
const parts = /^(mongodb(?:\+srv)?:\/\/[^/?#\s]+)(?:\/([^?#\s]*))?(?:\?([^#\s]*))?$/;

/**
 * Puts a database in the place of the one that an address names. A user keeps its authentication database: where the address says no other
 * place it is the database that it named. Behind `mongodb+srv://` it is `admin`, as hosting services have it, and for a user that is known
 * outside of MongoDB `$external`.
 *
 * @param {string} given
 * @param {string} database
 * @returns {string | undefined} `undefined` where it is no address
 */
export function addressOfDatabase(given, database) {
	const [, server, named = "", query = ""] = parts.exec(given) ?? [];
	if (server === undefined) return undefined;
	const options = new URLSearchParams(query);
	if (server.includes("@") && !options.has("authSource")) options.set("authSource", sourceOf(server, named, options));
	return `${server}/${database}${options.size === 0 ? "" : `?${options}`}`;
}

/**
 * @param {string} server
 * @param {string} named
 * @param {URLSearchParams} options
 */
function sourceOf(server, named, options) {
	const mechanism = options.get("authMechanism") ?? "SCRAM-SHA-256";
	if (!mechanism.startsWith("SCRAM-")) return "$external";
	return server.startsWith("mongodb+srv:") ? "admin" : decodeURIComponent(named) || "admin";
}
