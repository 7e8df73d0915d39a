import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { test } from "./calls/exec.ts";

const signatures = {
	openpgp: "-----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----",
	x509: "-----BEGIN SIGNED MESSAGE-----\n x\n -----END SIGNED MESSAGE-----",
	ssh: "-----BEGIN SSH SIGNATURE-----\n x\n -----END SSH SIGNATURE-----",
} as const;

/** A head with a signature, and programs of the repository that would check it: each tells so in a pipe. */
const signed = (format: keyof typeof signatures) => `
	mkfifo marked; printf '#!/bin/sh\\necho ran >> marked\\n' > check; chmod +x check
	tree=$(git rev-parse HEAD^{tree})
	head=$(printf 'tree %s\\nauthor A <a@x.org> 1 +0000\\ncommitter A <a@x.org> 1 +0000\\ngpgsig %s\\n\\nsigned\\n' $tree '${signatures[format]}' | git hash-object -t commit -w --stdin)
	git reset -q --soft $head
	cat >> .git/config <<'END'
[gpg]
	program = ./check
[gpg "openpgp"]
	program = ./check
[gpg "x509"]
	program = ./check
[gpg "ssh"]
	program = ./check
	allowedSignersFile = check
	defaultKeyCommand = ./check
[format]
	pretty = format:%H %G? %GS
[pretty]
	signed = format:%G?
[log]
	showSignature = true
END
`;

test.for(["openpgp", "x509", "ssh"] as const)(
	"no program of the repository checks a signature of the kind %s",
	async (format, { repository, exec }) => {
		const repo = await repository(signed(format));
		const pipe = await open(join(repo.path, "marked"), constants.O_RDWR | constants.O_NONBLOCK);
		const ran = async () => (await pipe.read(Buffer.alloc(4_096)).catch(() => ({ bytesRead: 0 }))).bytesRead > 0;
		try {
			await repo.sh("timeout 5 git --no-pager log -1 > /dev/null 2>&1 || true");
			// Bare git runs it.
			expect(await ran()).toBe(true);
			expect((await repo.call("GET", "/git/log")).body).toMatchObject({ commits: [{ subject: "signed" }] });
			for (const argv of [
				["git", "log", "-1"],
				["git", "log", "-1", "--format=%G? %GS %GK"],
				["git", "log", "-1", "--pretty=signed"],
				["git", "show", "HEAD"],
			])
				expect(await exec.run(repo, { argv }), argv.join(" ")).toMatchObject({ state: "exited" });
			expect(await ran()).toBe(false);
		} finally {
			await pipe.close();
		}
	},
);
