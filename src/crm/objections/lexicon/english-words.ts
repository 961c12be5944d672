// Words that several phrases share, as parts of regular expressions.

const vendor =
  '(?:vendors?|providers?|suppliers?|solutions?|compan(?:y|ies)|tools?|partners?|platforms?|products?|systems?)';
export const rival = `(?:competit(?:ors?|ion|or's)|rivals?|(?:another|a different|other|different) ${vendor}|someone else|somebody else|elsewhere)`;
export const boss =
  '(?:boss(?:es)?|managers?|ceo|cfo|cto|cio|board|management|procurement|purchasing|head office|headquarters|hq|legal team|legal department|it department|leadership|directors?|owner|committee|works council|parent company|superiors?|stakeholders?)';
export const feature =
  '(?:features?|functionality|functions?|integrations?|capabilit(?:y|ies)|apis?|sso|single sign-?on|reporting|mobile app|modules?|connectors?|offline mode|customi[sz]ation|support for)';
export const contract =
  '(?:contracts?|agreements?|terms?|notice period|liability|indemnity|clauses?|t&cs?|dpa|msa|sla|nda|payment terms|lock-?in|commitment|auto-?renewal)';
export const law =
  '(?:legal|compliance|privacy|data protection|gdpr|regulatory|regulation|hipaa|data residency)';
export const present = '(?:current|existing|present|incumbent|old|own)';
export const change =
  '(?:switch(?:ing)?|migrations?|migrating|chang(?:e|ing)|implementation|rollout|transition|onboarding|training)';
export const cannot =
  "(?:won't|can't|cannot|can not|couldn't|will not|would not|wouldn't|unable to|refus(?:es|ed|ing|e) to)";
export const doesNot =
  "(?:don't|doesn't|didn't|do not|does not|did not|won't|will not|can't|cannot|can not|couldn't|wouldn't|haven't|hasn't|have not|has not|is not|isn't|are not|aren't)";
