import { toolOfModel } from "@webhand/contracts/tools/server-tools";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readServerOrder } from "./read-order.ts";

/** Each call as `name {json}`; for what is not understood, the words. */
function read(sentence: string): readonly string[] {
	const order = readServerOrder(sentence);
	if (order.kind === "not_understood") return [`? ${order.text}`];
	return order.clauses.map(({ name, arguments: args }) => `${name} ${JSON.stringify(args)}`);
}

const understood: readonly (readonly [sentence: string, ...calls: readonly string[]])[] = [
	["list files", 'fs_list {"path":"."}'],
	["List the files in src/app.", 'fs_list {"path":"src/app"}'],
	["list files in .", 'fs_list {"path":"."}'],
	["list files in the workspace", 'fs_list {"path":"."}'],
	["read README.md", 'fs_read {"path":"README.md"}'],
	["Please read the file “My notes.txt”.", 'fs_read {"path":"My notes.txt"}'],
	['write "a, b and c\\nd" to notes/a.txt', 'fs_write {"path":"notes/a.txt","content":"a, b and c\\nd"}'],
	['write "" to empty.txt', 'fs_write {"path":"empty.txt","content":""}'],
	['write " kept " into a.txt', 'fs_write {"path":"a.txt","content":" kept "}'],
	['replace "teh" with "the" in README.md', 'fs_apply_patch {"edits":[{"path":"README.md","search":"teh","replace":"the"}]}'],
	["replace 'a \"b\"' with '' in x.txt", 'fs_apply_patch {"edits":[{"path":"x.txt","search":"a \\"b\\"","replace":""}]}'],
	["create folder docs/new", 'fs_mkdir {"path":"docs/new"}'],
	["Make the folder “My Docs”", 'fs_mkdir {"path":"My Docs"}'],
	["delete old.txt", 'fs_delete {"path":"old.txt"}'],
	['search for "TODO"', 'search_grep {"pattern":"TODO","regex":false}'],
	['search for "a.b(" in src', 'search_grep {"pattern":"a.b(","regex":false,"path":"src"}'],
	["find files **/*.ts", 'search_glob {"pattern":"**/*.ts"}'],
	["show git status", "git_status {}"],
	["show the git diff, show git log and show git branches", "git_diff {}", "git_log {}", "git_branch {}"],
	["Show `git status`.", "git_status {}"],
	["stage src/a.ts", 'git_add {"paths":["src/a.ts"]}'],
	["stage .", 'git_add {"paths":["."]}'],
	['commit with message "Fix, and test"', 'git_commit {"message":"Fix, and test"}'],
	["run npm test", 'exec_run {"argv":["npm","test"]}'],
	["run npm test.", 'exec_run {"argv":["npm","test"]}'],
	["run `npm test -- --grep a,b`", 'exec_run {"argv":["npm","test","--","--grep","a,b"]}'],
	['run node -e "console.log(1, 2)"', 'exec_run {"argv":["node","-e","console.log(1, 2)"]}'],
	['run git log --author="Ada Lovelace" --format=%h', 'exec_run {"argv":["git","log","--author=Ada Lovelace","--format=%h"]}'],
	["run ls . and read a.txt", 'exec_run {"argv":["ls","."]}', 'fs_read {"path":"a.txt"}'],
	["run ls -la src/, then show git status", 'exec_run {"argv":["ls","-la","src/"]}', "git_status {}"],
	["run npm test in the workspace", 'exec_run {"argv":["npm","test"]}'],
	["run ls .", 'exec_run {"argv":["ls","."]}'],
	["run npm test\nread b.txt", 'exec_run {"argv":["npm","test"]}', 'fs_read {"path":"b.txt"}'],
	["run find . -name *.ts. Read a.txt!", 'exec_run {"argv":["find",".","-name","*.ts"]}', 'fs_read {"path":"a.txt"}'],
	["run echo “>”", 'exec_run {"argv":["echo",">"]}'],
	['call everything.echo with {"message": "a } b", "n": {"deep": 1}}', 'everything.echo {"message":"a } b","n":{"deep":1}}'],
	["call time.now", "time.now {}"],
	[
		'Read a.txt, then replace "1" with "2" in a.txt and run npm test; stage a.txt, and commit with message "Two".',
		'fs_read {"path":"a.txt"}',
		'fs_apply_patch {"edits":[{"path":"a.txt","search":"1","replace":"2"}]}',
		'exec_run {"argv":["npm","test"]}',
		'git_add {"paths":["a.txt"]}',
		'git_commit {"message":"Two"}',
	],
	["In the workspace, read a.txt\nread b.txt", 'fs_read {"path":"a.txt"}', 'fs_read {"path":"b.txt"}'],
];

const refused: readonly (readonly [sentence: string, words: string])[] = [
	["", "? "],
	["make it nicer", "? make it nicer"],
	["read a.txt and make it nicer", "? make it nicer"],
	["read a.txt b.txt", "? read a.txt b.txt"],
	["write hello to a.txt", "? write hello to a.txt"],
	['write "hello', '? write "hello'],
	['replace "" with "x" in a.txt', '? replace "" with "x" in a.txt'],
	["run npm test && rm -rf .", "? run npm test && rm -rf ."],
	["run cat a | wc", "? run cat a | wc"],
	["run echo $(id)", "? run echo $(id)"],
	["run npm test; rm -rf /", "? rm -rf /"],
	["run echo salt and pepper", "? pepper"],
	["commit", "? commit"],
	["commit with message “ ”", "? commit with message “ ”"],
	["call everything.echo with {message: 1}", "? call everything.echo with {message: 1}"],
	['call everything.echo with {"a\\u0000": 1}', '? call everything.echo with {"a\\u0000": 1}'],
	["push to origin", "? push to origin"],
];

describe("literal orders for the server host", () => {
	test.each(understood)("“%s” is understood", (sentence, ...calls) => {
		expect(read(sentence)).toEqual(calls);
	});

	test.each(refused)("“%s” is refused as a whole, with the words that were not understood", (sentence, words) => {
		expect(read(sentence)).toEqual([words]);
		expect(readServerOrder(sentence)).toMatchObject({ message: expect.stringContaining(sentence === "" ? "no order" : "language model") });
	});

	test("every call of a tool of Webhand itself has arguments that fit", () => {
		for (const [sentence] of understood) {
			const order = readServerOrder(sentence);
			for (const { name, arguments: args } of order.kind === "calls" ? order.clauses : []) toolOfModel(name)?.forModels.parse(args);
		}
	});

	test("forty clauses are read, one more is refused", () => {
		expect(read(Array(40).fill("read a").join(", "))).toHaveLength(40);
		expect(read(Array(41).fill("read a").join(", "))).toEqual(["? read a"]);
	});

	test("any text is read without an error, and never as a call whose words are not in it", () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 200 }), fc.constantFrom("", "read ", "run ", 'write "', "call a.b with {"), (text, start) => {
				expect(["calls", "not_understood"]).toContain(readServerOrder(start + text).kind);
			}),
		);
	});
});
