/** Words that say nothing about which control is meant. */
export const stopWords: ReadonlySet<string> = new Set(
	"a an the this that these those my your our their his her its to of in on at for from by with and or as into onto is are be it them here please just only some any".split(
		" ",
	),
);

const synonymGroups: readonly (readonly string[])[] = [
	["signin", "login", "log in", "sign in", "log on", "logon", "signon", "sign on"],
	["signout", "logout", "log out", "sign out", "log off", "logoff"],
	["signup", "sign up", "register", "registration", "join"],
	["email", "mail", "emails", "email address", "mail address"],
	["postcode", "zip", "zipcode", "zip code", "postal code", "post code"],
	["cart", "basket", "bag", "trolley", "shopping cart", "shopping basket", "shopping bag"],
	["phone", "telephone", "mobile", "tel", "phone number", "telephone number", "mobile number"],
	["firstname", "first name", "given name", "forename"],
	["lastname", "last name", "surname", "family name"],
	["username", "user name", "userid", "user id", "login name"],
	["password", "passcode", "passwd", "pass word"],
	["quantity", "qty", "amount"],
	["birthday", "birthdate", "birth date", "date birth", "dob"],
	["color", "colour"],
	["favorite", "favourite", "favorites", "favourites"],
	["delete", "remove", "trash", "bin", "erase", "wastebasket"],
	["settings", "preferences", "setting", "preference"],
	["picture", "photo", "image", "photograph"],
	["ok", "okay"],
	["important", "star", "starred"],
	["next", "forward page", "next page"],
	["previous", "prev", "previous page"],
	["checkout", "check out"],
	["homepage", "home", "home page"],
	["help", "support"],
	["message", "messages", "comment", "body"],
	["size", "sizes"],
	["total", "grand total", "total amount", "sum"],
	["street", "street address", "address line"],
	["textbox", "text box"],
	["newsletter", "news letter"],
	["retweet", "repost"],
	["search", "find"],
	["create", "new"],
	["close", "dismiss", "exit"],
	["edit", "modify", "change"],
	["reply", "respond", "answer", "response"],
];

/** Single words to the common form of their group. */
export const synonymWords: ReadonlyMap<string, string> = synonymMap((word) => !word.includes(" "));

/** Pairs of words ("sign in") to the common form of their group. */
export const synonymPhrases: ReadonlyMap<string, string> = synonymMap((word) => word.includes(" "));

function synonymMap(kept: (word: string) => boolean): ReadonlyMap<string, string> {
	return new Map(synonymGroups.flatMap(([form = "", ...others]) => [form, ...others].filter(kept).map((word) => [word, form] as const)));
}
