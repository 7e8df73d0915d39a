const call = /^[\t ]*await failpoint\("[a-z_.]+"\);$/gm;

/**
 * Leaves the calls of `failpoint` out of what is built: no setting can make a production service strike itself. Lines keep their numbers.
 *
 * @returns {import("rolldown").Plugin}
 * @source reliability.md §3
 */
export function dropFailpoints() {
	return {
		name: "drop-failpoints",
		transform: (code) => (code.includes("await failpoint(") ? { code: code.replaceAll(call, "") } : null),
	};
}
