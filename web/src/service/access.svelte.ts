/** The caller's token, which the person types into the page; it lasts as long as the tab. */
const PLACE = "adjudicator.token";

function kept(): string {
  try {
    return sessionStorage.getItem(PLACE) ?? "";
  } catch {
    return ""; // a browser without storage: the token lasts as long as the page
  }
}

class Access {
  #token = $state(kept());
  /** Whether the service has just asked who calls. */
  asked = $state(false);

  get token(): string {
    return this.#token;
  }

  set token(token: string) {
    this.#token = token;
    this.asked = false;
    try {
      if (token) sessionStorage.setItem(PLACE, token);
      else sessionStorage.removeItem(PLACE);
    } catch {
      // as above
    }
  }
}

export const access = new Access();
