import type { DefaultRule } from "./write.ts";
import { allow, rule } from "./write.ts";

const count = "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9";

const grepFlags = `${count} -E -F -G -P -e= --regexp= -i --ignore-case -v --invert-match -w --word-regexp -x --line-regexp -c --count -l
	--files-with-matches -L --files-without-match -m= --max-count= -o --only-matching -q --quiet --silent -s --no-messages -b -H --with-filename
	-h --no-filename -n --line-number -A= --after-context= -B= --before-context= -C= --context= -a --text -I --include= --exclude= --exclude-dir=
	-r --recursive --color? --colour?`;

const rgFlags = `-e= --regexp= -F --fixed-strings -i --ignore-case -s --case-sensitive -S --smart-case -v --invert-match -w --word-regexp -x
	--line-regexp -c --count --count-matches -l --files-with-matches --files-without-match -m= --max-count= -o --only-matching -q --quiet -n
	--line-number -N --no-line-number -H --with-filename -I --no-filename --column -A= --after-context= -B= --before-context= -C= --context=
	-a --text -g= --glob= --iglob= -t= --type= -T= --type-not= -u --unrestricted --no-ignore --hidden --max-depth= -d= --max-filesize= -U
	--multiline --multiline-dotall --files --heading --no-heading --sort= --sortr= --stats --json --trim --type-list --color= -p --pretty
	--vimgrep --passthru -r= --replace= -M= --max-columns= -j= --threads=`;

const findTests = `-name= -iname= -path= -ipath= -wholename= -regex= -iregex= -regextype= -type= -xtype= -size= -empty -mtime= -mmin= -atime= -amin=
	-ctime= -cmin= -newer= -perm= -user= -group= -uid= -gid= -links= -inum= -readable -writable -executable -maxdepth= -mindepth= -depth -mount
	-xdev -prune -print -print0 -printf= -ls -quit -not -and -or -a -o -true -false -daystart -lname= -ilname= -samefile=`;

/** Programs that only read: the workspace is read-only for them. */
export const inspectRules: readonly DefaultRule[] = [
	rule("inspect", {
		name: "ls",
		flags: allow(
			`-a --all -A --almost-all -l -h --human-readable -R --recursive -t -S -X -r --reverse -1 -d --directory -F --classify -i --inode -s --size
			-n --numeric-uid-gid -p -Q -g -o -G -k -m -x -C -U -v -c -u --full-time --group-directories-first --color? --time-style= --sort= --time=
			--ignore= -I= --si`,
		),
		match: ["ls", "ls -la src", "ls --color=never -R"],
		notMatch: ["ls /etc", "ls ../other", "ls --hyperlink=always", "ls --al"],
	}),
	rule("inspect", {
		name: "cat",
		flags: allow(
			"-n --number -b --number-nonblank -s --squeeze-blank -A --show-all -E --show-ends -T --show-tabs -v --show-nonprinting -e -t",
		),
		match: ["cat README.md", "cat -n src/a.js", "cat -- -odd-name"],
		notMatch: ["cat /etc/passwd", "cat a/../../b", "cat --nu a"],
	}),
	rule("inspect", {
		name: "head",
		flags: allow(`${count} -n= --lines= -c= --bytes= -q --quiet --silent -v --verbose -z --zero-terminated`),
		match: ["head -n 5 a.txt", "head -20 a.txt", "head --lines=5 a.txt b.txt"],
		notMatch: ["head /proc/1/environ", "head -n"],
	}),
	rule("inspect", {
		name: "tail",
		flags: allow(`${count} -n= --lines= -c= --bytes= -q --quiet --silent -v --verbose -z --zero-terminated`),
		match: ["tail -n 5 a.txt", "tail -c100 a.txt"],
		notMatch: ["tail -f a.txt", "tail --follow=name a.txt", "tail --pid=1 a.txt"],
	}),
	rule("inspect", {
		name: "wc",
		flags: allow("-c --bytes -m --chars -l --lines -w --words -L --max-line-length --total="),
		match: ["wc -l a.txt", "wc -lw a.txt b.txt"],
		notMatch: ["wc --files0-from=list", "wc -l /etc/passwd"],
	}),
	rule("inspect", {
		name: "stat",
		flags: allow("-c= --format= -t --terse -f --file-system -L --dereference"),
		match: ["stat a.txt", "stat -c %s a.txt"],
		notMatch: ["stat --printf=%n a.txt", "stat /proc"],
	}),
	rule("inspect", {
		name: "du",
		flags: allow(
			"-a --all -h --human-readable -s --summarize -c --total -d= --max-depth= -k -m -b --bytes --apparent-size -x --exclude= -S",
		),
		match: ["du -sh", "du -h --max-depth=1 src"],
		notMatch: ["du --files0-from=list", "du -s /"],
	}),
	rule("inspect", {
		name: "file",
		flags: allow("-b --brief -i --mime --mime-type --mime-encoding -h --no-dereference -k --keep-going"),
		match: ["file a.png", "file -b --mime-type a.png"],
		notMatch: ["file -m magic a.png", "file -C", "file -z a.gz", "file -f list"],
	}),
	rule("inspect", {
		name: "sort",
		flags: allow(
			`-b -d -f --ignore-case -g -i -M -h --human-numeric-sort -n --numeric-sort -R -r --reverse -V --version-sort -c --check? -C -k= --key= -s
			--stable -t= --field-separator= -u --unique -z --zero-terminated`,
		),
		match: ["sort -u a.txt", "sort -t, -k2,2n a.csv"],
		notMatch: ["sort -o b.txt a.txt", "sort -uob.txt a.txt", "sort --output=b.txt a.txt", "sort --compress-program=x a.txt", "sort -T . a"],
	}),
	rule("inspect", {
		name: "uniq",
		maxArgs: 8,
		flags: allow("-c --count -d --repeated -D -f= --skip-fields= -i --ignore-case -s= --skip-chars= -u --unique -w= --check-chars= -z"),
		match: ["uniq -c a.txt"],
		notMatch: ["uniq /etc/passwd", "uniq --group a.txt"],
	}),
	rule("inspect", {
		name: "cut",
		flags: allow(
			"-b= --bytes= -c= --characters= -d= --delimiter= -f= --fields= -n --complement -s --only-delimited --output-delimiter= -z",
		),
		match: ["cut -d, -f1 a.csv", "cut --fields=1,2 a.tsv"],
		notMatch: ["cut -f1 /etc/passwd", "cut --field=1 a"],
	}),
	rule("inspect", {
		name: "diff",
		flags: allow(
			`${count} -u --unified? -U= -c -C= -y --side-by-side -q --brief -s --report-identical-files -r --recursive -N --new-file -i --ignore-case
			-E -Z -b -w --ignore-all-space -B --ignore-blank-lines -a --text -p -t -W= --width= -x= --exclude= --color? --no-dereference`,
		),
		match: ["diff -u a.txt b.txt", "diff -rq a b"],
		notMatch: ["diff a.txt /etc/passwd", "diff --from-file=a b", "diff -X list a b"],
	}),
	rule("inspect", {
		name: "sha256sum",
		flags: allow("-b --binary -t --text -z --zero --tag -c --check --quiet --status --strict -w --warn --ignore-missing"),
		match: ["sha256sum a.txt", "sha256sum -c sums.txt"],
		notMatch: ["sha256sum /etc/shadow"],
	}),
	rule("inspect", { name: "pwd", flags: allow("-L -P"), positional: "none", match: ["pwd", "pwd -P"], notMatch: ["pwd x"] }),
	rule("inspect", {
		name: "echo",
		flags: allow("-n -e -E"),
		positional: "any",
		match: ["echo hello > world", "echo -n $(id)"],
		notMatch: ["echo --help"],
	}),
	rule("inspect", { name: "printf", positional: "any", match: ["printf %s\\n a"], notMatch: ["printf -v x"] }),
	rule("inspect", { name: "sleep", positional: "any", maxArgs: 1, match: ["sleep 1"], notMatch: ["sleep 1 2", "sleep --help"] }),
	rule("inspect", { name: "true", positional: "none", match: ["true"], notMatch: ["true x"] }),
	rule("inspect", { name: "false", positional: "none", match: ["false"], notMatch: ["false x"] }),
	rule("inspect", {
		name: "grep",
		flags: allow(grepFlags),
		positional: "any",
		match: ["grep -rn TODO src", "grep -i -e=x a.txt", "grep -- -x a.txt", "grep --color=never -A3 x a.txt"],
		notMatch: [
			"grep -f patterns a.txt",
			"grep -nfpatterns a.txt",
			"grep --file=patterns a.txt",
			"grep -R x",
			"grep -D read x",
			"grep --regex=x a",
		],
	}),
	rule("inspect", {
		name: "rg",
		flags: allow(rgFlags),
		positional: "any",
		match: ["rg -n TODO src", "rg -tjs --count x", "rg -e x -g *.ts"],
		notMatch: [
			"rg --pre=x y",
			"rg --pre x y",
			"rg -z x",
			"rg -nz x",
			"rg --search-zip x",
			"rg -f list",
			"rg -nf list",
			"rg --file=list",
			"rg --hostname-bin=x y",
			"rg --pre-glob=x y",
			"rg -L x",
			"rg --follow x",
			"rg --ignore-file=x y",
			"rg --pr x",
		],
	}),
	rule("inspect", {
		name: "find",
		flags: allow(findTests),
		match: ["find . -name *.ts", "find src -type f -maxdepth 2 -print", "find . ( -name a -o -name b )", "find . -mtime +1"],
		notMatch: [
			"find . -exec ls {} ;",
			"find . -execdir ls {} +",
			"find . -ok ls {} ;",
			"find . -okdir ls {} ;",
			"find . -delete",
			"find . -fprint out",
			"find . -fprint0 out",
			"find . -fprintf out %p",
			"find . -fls out",
			"find / -name x",
			"find -L .",
			"find . -nam x",
			"find -files0-from list",
		],
	}),
];
