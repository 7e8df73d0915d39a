import { expect, test } from "vitest";
import { isForbiddenRoot, mayPass, rootsOverlap } from "./policy.ts";

const own = ["/opt/webhand", "/var/lib/webhand/data"];

test.for([
	["/", true],
	["/etc", true],
	["/etc/x", true],
	["/usr/local/src", true],
	["/root", true],
	["/home", true],
	["/opt/webhand", true],
	["/opt/webhand/apps", true],
	["/var/lib/webhand", true],
	["/var/lib", true],
	["/home/ann/project", false],
	["/root/project", false],
	["/srv/shop", false],
	["/etcetera", false],
	["/opt/webhand-two", false],
	["/var/lib/webhand/workspaces/demo", false],
] as const)("%s is forbidden as a root: %s", ([path, isForbidden]) => {
	expect(isForbiddenRoot(path, own)).toBe(isForbidden);
});

test.for([
	["/srv/a", "/srv/a", true],
	["/srv/a", "/srv/a/b", true],
	["/srv/a/b", "/srv/a", true],
	["/srv/a", "/srv/ab", false],
	["/srv/a", "/srv/b", false],
] as const)("%s and %s overlap: %s", ([one, other, isOverlap]) => {
	expect(rootsOverlap(one, other)).toBe(isOverlap);
});

test.for([
	[0o755, { uid: 0, gid: 0 }, true],
	[0o700, { uid: 0, gid: 0 }, false],
	[0o700, { uid: 1_000, gid: 0 }, true],
	[0o750, { uid: 0, gid: 1_000 }, true],
	[0o705, { uid: 0, gid: 1_000 }, false],
	[0o701, { uid: 0, gid: 0 }, true],
] as const)("a folder of mode %o with the owner %j lets user 1000 pass: %s", ([mode, owner, isOpen]) => {
	expect(mayPass({ mode, ...owner }, { uid: 1_000, gid: 1_000 })).toBe(isOpen);
});
