import { Type, World } from "@lastolivegames/becsy/lib/index.js";

class Friendship {
	static schema = { a: Type.ref, b: Type.ref };
}
class Person {
	static schema = { friendships: Type.backrefs(Friendship) };
}
const world = await World.create({ defs: [Friendship, Person] });
world.build((sys) => {
	const person = sys.createEntity(Person);
	const friendship = sys.createEntity(Friendship, { a: person, b: person });
	const listed = () => [...person.read(Person).friendships].map(({ alive }) => (alive ? "friendship" : "deleted"));
	friendship.write(Friendship).a = null;
	friendship.write(Friendship).b = null;
	console.log("friendships without references, expected:", []);
	console.log("friendships without references, actual:  ", listed());
	friendship.delete();
	console.log("friendships of a deleted entity, expected:", []);
	console.log("friendships of a deleted entity, actual:  ", listed());
});
