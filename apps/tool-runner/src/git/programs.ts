/**
 * Settings of git that name a program, or a place that programs are read from, each with the value that names none. `*` stands for any name.
 * A test holds the list against the settings that the installed git knows.
 */
const programSettings: Readonly<Record<string, string>> = {
	"browser.*.cmd": "",
	"browser.*.path": "",
	"core.alternateRefsCommand": "false",
	"core.askPass": "",
	"core.attributesFile": "/dev/null",
	"core.editor": "true",
	"core.fsmonitor": "false",
	"core.gitProxy": "none",
	"core.hooksPath": "/dev/null",
	"core.pager": "cat",
	"core.sshCommand": "false",
	"credential.helper": "",
	"credential.*.helper": "",
	"diff.external": "",
	"diff.guitool": "",
	"diff.tool": "",
	"diff.*.command": "",
	"diff.*.textconv": "",
	"difftool.*.cmd": "",
	"difftool.*.path": "",
	"filter.*.clean": "",
	"filter.*.process": "",
	// A required filter that is blank would fail.
	"filter.*.required": "false",
	"filter.*.smudge": "",
	"gc.recentObjectsHook": "",
	// A program that ends without reading would take git with it.
	"gpg.program": "/nowhere/gpg",
	"gpg.openpgp.program": "/nowhere/gpg",
	"gpg.ssh.program": "/nowhere/gpg",
	"gpg.x509.program": "/nowhere/gpg",
	"gpg.*.program": "/nowhere/gpg",
	"gpg.ssh.defaultKeyCommand": "",
	"guitool.*.cmd": "",
	"help.browser": "",
	"imap.tunnel": "",
	"init.templateDir": "",
	"instaweb.browser": "",
	"instaweb.httpd": "",
	"interactive.diffFilter": "",
	"man.viewer": "",
	"man.*.cmd": "",
	"man.*.path": "",
	"merge.guitool": "",
	"merge.tool": "",
	"merge.*.driver": "false",
	"mergetool.*.cmd": "",
	"mergetool.*.path": "",
	"pager.*": "false",
	"remote.*.receivepack": "false",
	"remote.*.uploadpack": "false",
	"remote.*.vcs": "",
	"sendemail.ccCmd": "",
	"sendemail.headerCmd": "",
	"sendemail.sendmailCmd": "",
	"sendemail.smtpServer": "",
	"sendemail.toCmd": "",
	"sendemail.*.ccCmd": "",
	"sendemail.*.headerCmd": "",
	"sendemail.*.sendmailCmd": "",
	"sendemail.*.smtpServer": "",
	"sendemail.*.toCmd": "",
	"sequence.editor": "true",
	"submodule.*.update": "none",
	"tar.*.command": "",
	"trailer.*.cmd": "",
	"trailer.*.command": "",
	"uploadpack.packObjectsHook": "",
	"web.browser": "",
};

const isNamed = (setting: string) => setting.includes("*");

/** Those that git gets with each command. */
export const fixedPrograms = Object.entries(programSettings).filter(([setting]) => !isNamed(setting));

const named = Object.entries(programSettings)
	.filter(([setting]) => isNamed(setting))
	.map(([setting, value]) => {
		const [before = "", after = ""] = setting.toLowerCase().split("*");
		const literal = (text: string) => text.replaceAll(".", "\\.");
		return { pattern: new RegExp(`^${literal(before)}.+${literal(after)}$`, "s"), value };
	});

/**
 * The value that names no program, for a setting with a name in it that does.
 *
 * @param key as git prints it, section and variable in lower case
 * @throws never
 */
export function harmlessValue(key: string): string | undefined {
	return named.find(({ pattern }) => pattern.test(key))?.value;
}
