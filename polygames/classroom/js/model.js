// What a widget of the board finds in a notebook, here over the link: the same traits, the same
// messages, so that the board does not know where it is.

export class LinkModel {
  /** `post` sends what the widget says. */
  constructor(values, post = () => {}) {
    Object.assign(this, { values, post, heard: new Map() });
  }

  get(name) { return this.values[name]; }

  set(name, value) { this.take({ [name]: value }); }

  /** What a page has set is its own. */
  save_changes() {}

  send(content) { this.post(content); }

  on(name, act) { this.heard.set(name, [...(this.heard.get(name) ?? []), act]); }

  off(name, act) { this.heard.set(name, (this.heard.get(name) ?? []).filter((each) => each !== act)); }

  /** Take what the server has sent: all of it is there before anybody is told. */
  take(values) {
    const news = Object.keys(values).filter((name) => this.values[name] !== values[name]);
    Object.assign(this.values, values);
    for (const name of news) this.tell(`change:${name}`);
  }

  tell(event, content) { for (const act of this.heard.get(event) ?? []) act(content); }
}
